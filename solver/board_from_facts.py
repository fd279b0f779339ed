"""From facts back to a board in notation: how an outcome is shown, and the inverse of Board.facts.

The facts are written down as lines and read again, so what stands there is a board like any other; facts
that are missing afterwards could not be said and are listed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from .board import Board
from .board_cards import card_facts, from_pack, own_facts
from .board_reading import read_board
from .board_syntax import Said, Written, WrittenObject, WrittenSide
from .card_text import print_ability
from .errors import Malformed, Place
from .names import Names
from .notation import Facts, Notation
from .terms import Fn, Term, functor, quote, read, show, unify

Slots = dict[str, Term]


def board_from_facts(board: Board, facts: Iterable[str]) -> Board:
    """The board the facts describe, with the lines in the order of ``board``; see :meth:`Board.with_facts`."""
    given = list(dict.fromkeys(facts))
    result = read_board(_Writing(board, sorted(given)).written)
    left = set(given).difference(result.facts())
    return replace(result, unexpressed=tuple(fact for fact in given if fact in left))


def unnumbered(numbers: Sequence[int | None]) -> list[int | None]:
    """The numbers with as many left out as :func:`~headjudge.board_reading.numbered` can put back.

    >>> unnumbered([1, 7, 3, 2, 4])
    [None, 7, 3, None, None]
    """
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers) or len(set(known)) < len(known):
        return list(numbers)
    gapless = next(n for n in range(1, len(known) + 2) if n not in set(known))
    tops: list[int] = []
    chains: list[tuple[int, tuple[int, ...]]] = []
    before: dict[int, int | None] = {}
    for number in known:
        if number < gapless:
            at = bisect_left(tops, number)
            before[number] = tops[at - 1] if at else None
            tops[at : at + 1] = [number]
    del chains
    free: set[int] = set()
    last = tops[-1] if tops else None
    while last is not None:
        free.add(last)
        last = before[last]
    return [None if number in free else number for number in known]


class _Writing:
    """Writes facts down as the lines of a board."""

    def __init__(self, board: Board, facts: list[str]) -> None:
        self.board = board
        self.notation = Notation.load(board.game)
        self.file = Place("<facts>")
        self.facts = dict.fromkeys(facts)
        self.by_functor: dict[str, list[str]] = {}
        for fact in facts:
            self.by_functor.setdefault(functor(fact), []).append(fact)
        self.names = Names()
        edition = self.said(board.edition) if board.edition else None
        self.written = Written(self.said(board.game), edition)
        self.sides()
        self.describe()
        self.place_objects()
        self.say()

    def said(self, text: str) -> Said:
        return Said(text, self.file)

    def take(self, templates: Facts) -> Iterator[Slots]:
        """What the slots of a template hold in each fact that it fits."""
        for template in templates:
            pattern = read(template)
            for fact in self.by_functor.get(functor(template), ()):
                slots: Slots = {}
                if unify(pattern, read(fact), slots):
                    yield slots

    # ---- who and what there is ----

    def sides(self) -> None:
        table = self.notation.player
        seats = {str(slots["self"]): slots["number"] for slots in self.take(table["seat"])}
        players = [str(slots["self"]) for slots in self.take(table["player"])]
        players.sort(key=lambda name: (not isinstance(seats.get(name), int), str(seats.get(name, "")).zfill(12)))
        self.players = {name: WrittenSide(self.said(name)) for name in players}
        self.written.players = list(self.players.values())
        for name in players:
            self.names.add("player", name)
        teams = dict.fromkeys(team.name for team in self.board.teams)
        for fact in self.facts:
            term = read(fact)
            found = self.notation.frames.phrase(fact, "team") or self.notation.frames.phrase(fact, "player")
            if found and isinstance(term, Fn) and read(found[1].get("self", '""')) not in self.players:
                teams[str(read(found[1].get("self", '""')))] = None
        self.teams = {name: WrittenSide(self.said(name)) for name in teams if name}
        self.written.teams = list(self.teams.values())
        for name in self.teams:
            self.names.add("team", name)

    def describe(self) -> None:
        """A card line for every card that the pack does not know just so."""
        notation, table = self.notation, self.notation.card
        self.titles: dict[str, str] = {}
        for slots in self.take(table["name"]):
            self.titles[str(slots["card"])] = str(slots["name"])
        parts: dict[str, list[str]] = {key: [] for key in self.titles}
        for fact in self.facts:
            term = read(fact)
            if isinstance(term, Fn) and term.args and str(term.args[0]) in parts and isinstance(term.args[0], str):
                parts[term.args[0]].append(fact)
        for key, name in self.titles.items():
            self.names.add("card", key)
            pack = notation.cards.get(key)
            if pack and self.known(key, parts[key]):
                continue
            if key != name and not key.startswith(f"{name} #"):
                continue
            line = WrittenObject(self.said("card"), self.said(name))
            if key != name:
                line.parts["id"] = self.said(key.removeprefix(f"{name} #"))
            line.parts.update({kind: self.said(text) for kind, text in self.card_parts(key) if text})
            line.parts.setdefault("type_line", self.said(""))
            self.written.cards.append(line)

    def known(self, key: str, facts: list[str]) -> bool:
        """Whether the pack's card says exactly these facts, and its objects are what its type line says."""
        card = from_pack(self.notation.cards[key], self.notation)
        objects = [slots["self"] for slots in self.take(self.notation.object["card"]) if slots["card"] == key]
        own = [fact.format_map({"self": show(it)}) for it in objects for fact in own_facts(card, self.notation)]
        printed = set(card_facts(key, card, self.notation))
        return printed.issubset(facts) and all(fact in self.facts for fact in own) and not [
            fact for fact in facts if fact not in printed and self.printed(fact)
        ]

    def printed(self, fact: str) -> bool:
        """Whether a fact is one that a card line states."""
        templates = [t for facts in (*self.notation.card.values(), *self.notation.type_words.values()) for t in facts]
        return any(functor(template) == functor(fact) for template in (*templates, self.notation.subtype))

    def card_parts(self, key: str) -> Iterator[tuple[str, str]]:
        table, fill = self.notation.card, {"card": quote(key)}
        numbers = []
        for position, template in enumerate(table.get("numbers", ())):
            slot = ("first", "second")[position]
            found = [slots[slot] for slots in self.take((template,)) if slots["card"] == key]
            numbers.append(str(found[0]) if found else "*")
        yield "numbers", "/".join(numbers) if set(numbers) - {"*"} else ""
        words, used = [], set[str]()
        for word, templates in self.notation.type_words.items():
            facts = {template.format_map(fill) for template in templates if "{self}" not in template}
            if facts and facts <= self.facts.keys() and not facts & used:
                words.append(word)
                used |= facts
        subtypes = [slots["word"] for slots in self.take((self.notation.subtype,)) if slots["card"] == key]
        after = " ".join(_subtype_word(word) for word in subtypes)
        yield "type_line", f"{' '.join(words)} — {after}" if after else " ".join(words)
        yield "text", self.text(key, table["ability"], "card")

    def text(self, key: str, ability: Facts, slot: str) -> str:
        """The rules text of a card, player or object: its abilities, then the lines nobody could read."""
        lines = []
        for slots in self.take(ability):
            if slots[slot] == key:
                try:
                    lines.append(print_ability(self.board.game, show(slots["ability"])))
                except Malformed:
                    continue
        unread = self.take(self.notation.card["unread"])
        return "; ".join((*lines, *(str(slots["text"]) for slots in unread if slots["card"] == key)))

    def place_objects(self) -> None:
        table = self.notation.object
        parts: dict[str, dict[str, Term]] = {str(slots["self"]): {} for slots in self.take(table["object"])}
        for kind, slot in (
            ("zone", "zone"), ("owner", "player"), ("controller", "player"), ("card", "card"),
            ("copy", "card"), ("attached", "target"), ("timestamp", "number"),
        ):  # fmt: skip
            for slots in self.take(table[kind]):
                parts.get(str(slots["self"]), {})[kind] = slots[slot]
        self.objects: dict[str, WrittenObject] = {}
        old = {thing.id: (place, thing) for place, thing in enumerate(self.board.objects)}
        last = len(old)
        order = sorted(parts, key=lambda it: (old[it][0] if it in old else last, _number(parts[it])))
        stamps: list[tuple[WrittenObject, int | None]] = []
        zones = {constant: word for word, constant in reversed(self.notation.vocabulary["zone"].items())}
        for ident in order:
            known = parts[ident]
            side = self.players.get(str(known.get("controller", known.get("owner", ""))))
            zone = zones.get(show(known.get("zone", "")))
            if side is None or zone is None or not (known.get("card") in self.titles or self.is_uncarded(ident)):
                continue
            name = str(known["card"]) if "card" in known else old[ident][1].name if ident in old else ident
            line = WrittenObject(self.said(zone), self.said(name))
            line.parts["id"] = self.said(ident)
            if known.get("owner", str(side.name)) != str(side.name):
                line.parts["owner"] = self.said(str(known["owner"]))
            if "copy" in known:
                line.parts["copy"] = self.said(str(known["copy"]))
            if "attached" in known:
                line.parts["target"] = self.said(f"#{quote(str(known['attached']))}")
            if "card" not in known and (text := self.text(ident, (), "card")):
                line.parts["text"] = self.said(text)
            self.names.add("object", ident)
            side.objects.append(line)
            self.objects[ident] = line
        for side in self.written.players:
            for line in side.objects:
                stamp = parts[str(line.parts["id"])].get("timestamp")
                stamps.append((line, stamp if isinstance(stamp, int) else None))
        for (line, _), number in zip(stamps, unnumbered([stamp for _, stamp in stamps]), strict=True):
            if number is not None:
                line.parts["stamp"] = self.said(str(number))
        for slots in self.take(table["counter"]):
            it = self.objects.get(str(slots["self"]))
            if it and isinstance(slots["number"], int) and slots["number"] >= 0:
                it.counters = (*it.counters, (self.said(show(slots["counter"])), slots["number"]))

    def is_uncarded(self, ident: str) -> bool:
        wanted = quote(ident)
        return any(
            fact.startswith((f"{name}({wanted},", f"{name}({wanted})"))
            for name in self.notation.uncarded
            for fact in self.by_functor.get(name, ())
        )

    # ---- phrases ----

    def say(self) -> None:
        """The remaining facts as phrases, each in the first place that can say it."""
        frames, lines = self.notation.frames, self.written.phrases
        ids: list[tuple[int | None, Said]] = []
        done: set[str] = set()
        states: dict[str, list[str]] = {}
        for fact in self.facts:
            if found := frames.phrase(fact, "effect_line", self.names):
                number = found[1].get("id", "")
                ids.append((int(number) if number.isdigit() else None, self.said(found[0])))
                continue
            key = _without_number(fact)
            for section, among in (("state", self.objects), ("player", self.players), ("team", self.teams)):
                phrase = frames.phrase(fact, section, self.names)
                owner = str(read(phrase[1].get("self", '""'))) if phrase else ""
                if phrase and owner in among and key not in done:
                    done.add(key)
                    if section == "state":
                        states.setdefault(owner, []).append(phrase[0])
                    else:
                        among[owner].values.append(self.said(phrase[0]))  # type: ignore[attr-defined]
                    break
            else:
                for section in ("variant", "turn", "happened"):
                    phrase = frames.phrase(fact, section, self.names)
                    if phrase and not phrase[1]:
                        lines.setdefault(section, []).append(self.said(phrase[0]))
                        break
        for owner, phrases in states.items():
            self.objects[owner].parts["states"] = self.said(", ".join(phrases))
        for slots in self.take(self.notation.object["hidden"]):
            side, number = self.players.get(str(slots["player"])), slots["number"]
            key = _without_number(show(Fn("hidden", (slots["player"], slots["zone"], slots["number"]))))
            if side and isinstance(number, int) and number >= 0 and key not in done:
                side.hidden.append((self.said(show(slots["zone"])), number))
        for name, side in self.players.items():
            if text := self.text(name, self.notation.player["ability"], "self"):
                side.text = self.said(text)
        ids.sort(key=lambda each: -1 if each[0] is None else each[0])
        for (_, said), left in zip(ids, unnumbered([number for number, _ in ids]), strict=True):
            self.written.effects.append((None if left is None else self.said(str(left)), said))


def _without_number(fact: str) -> str:
    term = read(fact)
    if isinstance(term, Fn) and term.args and isinstance(term.args[-1], int):
        return show(Fn(term.name, term.args[:-1]))
    return fact


def _number(parts: dict[str, Term]) -> int:
    stamp = parts.get("timestamp")
    return stamp if isinstance(stamp, int) else 0


def _subtype_word(term: Term) -> str:
    return term if isinstance(term, str) else show(term).replace("_", "-")
