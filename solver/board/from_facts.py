"""From facts back to a board in notation: how an outcome is shown, and the inverse of Board.facts.

The facts are written down as lines and read again, so what comes out is a board like any other; facts
that are missing afterwards could not be said and are listed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ..errors import Malformed, Place
from ..notation.names import Names
from ..notation.pack import Facts, Notation, join_abilities, say_ability
from ..notation.slots import show_counter_kind
from ..notation.texts import is_told
from ..terms import LARGEST, Fn, Term, functor, quote, read, show, unify
from .cards import NO_COST, card_facts, from_pack, own_facts, show_subtype
from .model import Board
from .reading import read_board
from .syntax import Said, Written, WrittenObject, WrittenSide

_Slots = dict[str, Term]
_NOWHERE = Place("<facts>")


def board_from_facts(board: Board, facts: Iterable[str]) -> Board:
    """The board the facts describe, its lines in the order of ``board``; see :meth:`Board.with_facts`."""
    given = tuple(dict.fromkeys(facts))
    rank = Notation.load(board.game).frames.rank
    ordered = sorted(given, key=lambda fact: (rank.get(functor(fact), -1), fact))
    result = read_board(_Writing(board, ordered).written, origin=board)
    left = set(given).difference(result.facts())
    unsaid = (fact for fact in given if fact in left and not is_told(board.game, fact))
    return replace(result, unexpressed=tuple(unsaid))


def unnumbered(numbers: Sequence[int]) -> list[int | None]:
    """The numbers with as many left out as :func:`~headjudge.board.reading.numbered` can put back.

    Those are a longest rising row of the numbers below the first gap.

    >>> unnumbered([1, 7, 3, 2, 4])
    [None, 7, 3, None, None]
    """
    known = Counter(numbers)
    gap = next(n for n in range(1, len(known) + 2) if n not in known)
    tops: list[int] = []
    before: dict[int, int] = {}
    for number in numbers:
        if 0 < number < gap and known[number] == 1:
            at = bisect_left(tops, number)
            before[number] = tops[at - 1] if at else 0
            tops[at : at + 1] = [number]
    free, last = set(), tops[-1] if tops else 0
    while last:
        free.add(last)
        last = before[last]
    return [None if number in free else number for number in numbers]


def _said(text: str) -> Said:
    return Said(text, _NOWHERE)


class _Writing:
    """Writes facts down as the lines of a board."""

    def __init__(self, board: Board, facts: list[str]) -> None:
        self.board, self.notation = board, Notation.load(board.game)
        self.facts = dict.fromkeys(facts)
        self.by_functor: dict[str, list[str]] = {}
        for fact in facts:
            self.by_functor.setdefault(functor(fact), []).append(fact)
        self.names = Names()
        self.written = Written(_said(board.game), _said(board.edition) if board.edition else None)
        self.players = {name: WrittenSide(_said(name)) for name in self.seated()}
        self.teams = {name: WrittenSide(_said(name)) for name in self.teams_told()}
        self.written.players = list(self.players.values())
        self.written.teams = list(self.teams.values())
        for kind, sides in (("player", self.players), ("team", self.teams)):
            for name in sides:
                self.names.add(kind, name)
        self.unread = self.about(self.notation.card["unread"], "card")
        self.titles = {
            key: str(found[0]["name"])
            for key, found in self.about(self.notation.card["name"], "card").items()
        }
        self.describe_cards()
        self.objects = dict(self.place_objects())
        self.stamp_objects()
        self.say_phrases()

    def about(self, templates: Facts, slot: str = "self") -> dict[str, list[_Slots]]:
        """What the slots of templates hold in the facts they fit, by the individual in one slot."""
        found: dict[str, list[_Slots]] = {}
        for template in templates:
            pattern = read(template)
            for fact in self.by_functor.get(functor(template), ()):
                slots: _Slots = {}
                if unify(pattern, read(fact), slots) and isinstance(key := slots[slot], str):
                    found.setdefault(key, []).append(slots)
        return found

    # ---- players and teams ----

    def seated(self) -> list[str]:
        """The players by seat."""
        seats = self.about(self.notation.player["seat"])
        players = list(self.about(self.notation.player["player"]))
        return sorted(players, key=lambda name: _whole(seats.get(name, [{}])[0].get("number")))

    def teams_told(self) -> Iterable[str]:
        """The teams that have a line on the board, or a value of their own now."""
        teams = dict.fromkeys(team.name for team in self.board.teams)
        for fact in self.facts:
            if found := self.notation.frames.phrase(fact, "team"):
                name = read(found[1].get("self", "nobody"))
                if isinstance(name, str) and name not in self.players:
                    teams[name] = None
        return teams

    # ---- cards ----

    def describe_cards(self) -> None:
        """A card line for every card that neither the pack nor the store knows just so."""
        numbers = [self.about((template,), "card") for template in self.notation.card.get("numbers", ())]
        costs = self.about(self.notation.card.get("cost", ()), "card")
        costless = self.about(self.notation.card.get("without_cost", ()), "card")
        abilities = self.about(self.notation.card["ability"], "card")
        subtypes = self.about((self.notation.subtype,), "card")
        held = self.held()
        copies = self.about(self.notation.object["copy"]).values()
        self.copied = {slots["card"] for found in copies for slots in found}
        for key, name in self.titles.items():
            self.names.add("card", key)
            if self.is_known(key, held.get(key, [])) or not (key == name or key.startswith(f"{name} #")):
                continue
            line = WrittenObject(_said("card"), _said(name))
            if key != name:
                line.parts["id"] = _said(key.removeprefix(f"{name} #"))
            if key in costless:
                line.parts["cost"] = _said(NO_COST)
            if key in costs:
                line.parts["cost"] = _said(str(costs[key][0]["cost"]))
            printed = [str(next(_numbers(each.get(key, [])), "*")) for each in numbers]
            if set(printed) - {"*"}:
                line.parts["numbers"] = _said("/".join(printed))
            line.parts["type_line"] = _said(self.type_line(key, subtypes.get(key, [])))
            if text := self.text(abilities.get(key, []), key):
                line.parts["text"] = _said(text)
            self.written.cards.append(line)

    def held(self) -> dict[str, list[str]]:
        """The objects of each card."""
        held: dict[str, list[str]] = {}
        for ident, found in self.about(self.notation.object["card"]).items():
            held.setdefault(str(found[0]["card"]), []).append(ident)
        return held

    def is_known(self, key: str, objects: list[str]) -> bool:
        """Whether naming a card says exactly what the facts say of it and of its objects."""
        if not objects and key not in self.copied:
            return False
        card = self.board.stored.get(key)
        if key in self.notation.cards:
            card = from_pack(self.notation.cards[key], self.notation)
        if card is None:
            return False
        printed = set(card_facts(key, card, self.notation))
        own = {
            fact.format_map({"self": quote(it)}) for it in objects for fact in own_facts(card, self.notation)
        }
        templates = (
            *self.notation.card.values(),
            *self.notation.type_words.values(),
            (self.notation.subtype,),
        )
        functors = {functor(t) for each in templates for t in each if "{self}" not in t}
        said = {f for each in functors for f in self.by_functor.get(each, ()) if read(f).args[0] == key}  # type: ignore[union-attr]
        return said == printed and own <= self.facts.keys()

    def type_line(self, key: str, subtypes: list[_Slots]) -> str:
        words: list[str] = []
        used: set[str] = set()
        blank = ""
        for word, templates in self.notation.type_words.items():
            facts = {template.format_map({"card": quote(key), "self": ""}) for template in templates}
            blank = blank or ("" if facts else word)
            if facts and facts <= self.facts.keys() and not facts & used:
                words.append(word)
                used |= facts
        if shown := [text for slots in subtypes if (text := show_subtype(slots["word"], self.notation))]:
            words += ["—", *shown]
        return " ".join(words) or blank

    def text(self, abilities: list[_Slots], key: str) -> str:
        """A rules text: the abilities that have words, then the lines that nobody could read."""
        lines = []
        for slots in abilities:
            try:
                lines.append(say_ability(self.board.game, show(slots["ability"])))
            except Malformed:
                continue
        lines += [str(slots["text"]) for slots in self.unread.get(key, ())]
        return join_abilities(self.board.game, lines)

    # ---- objects ----

    def place_objects(self) -> Iterator[tuple[str, WrittenObject]]:
        """The objects under their players: first those the board knows, in its order, then new ones."""
        table = self.notation.object
        known = {kind: self.about(table[kind]) for kind in table if kind not in ("hidden", "granted")}
        self.stamps = {ident: _whole(found[0]["number"]) for ident, found in known["timestamp"].items()}
        old = {thing.id: (place, thing.name) for place, thing in enumerate(self.board.objects)}
        zones = {constant: word for word, constant in reversed([*self.notation.vocabulary["zone"].items()])}
        order = sorted(
            known["object"], key=lambda it: (old.get(it, (len(old), ""))[0], self.stamps.get(it, 0))
        )
        for ident in order:
            first = {kind: found[ident][0] for kind, found in known.items() if ident in found}
            owner = str(first.get("owner", {}).get("player", ""))
            player = str(first["controller"]["player"]) if "controller" in first else owner
            zone = zones.get(show(first.get("zone", {}).get("zone", "")))
            card = str(first["card"]["card"]) if "card" in first else ""
            if player not in self.players or not zone or not (card in self.titles or self.is_uncarded(ident)):
                continue
            name = card or old.get(ident, (0, ident))[1]
            line = WrittenObject(_said(zone), _said(name), {"id": _said(ident)})
            if owner and owner != player:
                line.parts["owner"] = _said(owner)
            if "copy" in first:
                line.parts["copy"] = _said(str(first["copy"]["card"]))
            if "attached" in first:
                line.parts["target"] = _said(f"#{quote(str(first['attached']['target']))}")
            if not card and ident in self.unread:
                line.parts["text"] = _said(self.text([], ident))
            line.counters = tuple(
                (_said(kind), slots["number"])
                for slots in known["counter"].get(ident, ())
                if (kind := show_counter_kind(slots["counter"], self.notation.counter_kinds))
                and isinstance(slots["number"], int)
                and 0 <= slots["number"] <= LARGEST
            )
            self.names.add("object", ident)
            self.players[player].objects.append(line)
            yield ident, line

    def is_uncarded(self, ident: str) -> bool:
        starts = tuple(f"{name}({quote(ident)}{end}" for name in self.notation.uncarded for end in ",)")
        return any(
            f.startswith(starts) for name in self.notation.uncarded for f in self.by_functor.get(name, ())
        )

    def stamp_objects(self) -> None:
        lines = [line for side in self.written.players for line in side.objects]
        lines = [line for line in lines if 0 <= self.stamps.get(line.parts["id"], -1) <= LARGEST]
        for line, stamp in zip(
            lines, unnumbered([self.stamps[line.parts["id"]] for line in lines]), strict=True
        ):
            if stamp is not None:
                line.parts["stamp"] = _said(str(stamp))

    # ---- phrases ----

    def say_phrases(self) -> None:
        """The remaining facts as phrases, each in the first place that can say it."""
        effects: list[tuple[int, str]] = []
        states: dict[str, list[str]] = {}
        done: set[str] = set()
        units = self.units()
        for fact in self.facts:
            if fact in units:
                name, said = units[fact]
                if said not in self.players[name].values:
                    self.players[name].values.append(said)
            elif found := self.notation.frames.phrase(fact, "effect_line", self.names):
                effects.append((_whole(read(found[1].get("id", "0"))), found[0]))
            elif (key := _without_number(fact)) not in done and self.say(fact, states):
                done.add(key)
        for ident, phrases in states.items():
            self.objects[ident].parts["states"] = _said(", ".join(phrases))
        for name, slots in self.about(self.notation.object["hidden"], "player").items():
            for each in slots:
                (fact,) = (
                    t.format_map({k: show(v) for k, v in each.items()})
                    for t in self.notation.object["hidden"]
                )
                if (
                    name in self.players
                    and _without_number(fact) not in done
                    and 0 <= _whole(each["number"]) <= LARGEST
                ):
                    self.players[name].hidden.append((_said(show(each["zone"])), _whole(each["number"])))
        for name, slots in self.about(self.notation.player["ability"]).items():
            if name in self.players:
                self.players[name].text = _said(self.text(slots, name))
        effects.sort()
        for number, (_, text) in zip(unnumbered([ident for ident, _ in effects]), effects, strict=True):
            self.written.effects.append((None if number is None else _said(str(number)), _said(text)))

    def units(self) -> dict[str, tuple[str, Said]]:
        """The facts about what players have in symbols, each with the player and the phrase for it."""
        units: dict[str, tuple[str, Said]] = {}
        frames, symbols = self.notation.frames, self.notation.symbols
        ways = [f for f in frames.sections["player"] if "units" in dict(f.slots()).values()]
        for name, found in self.about(self.notation.player.get("units", ())).items():
            row = symbols.show_units((each["unit"], each["number"]) for each in found) if symbols else ""
            if row and name in self.players:
                said = _said(ways[0].say({slot: row for slot, _ in ways[0].slots()}))
                facts = frames.match("player", said, self.names).facts(self=quote(name))
                if self.facts.keys() >= set(facts):
                    units |= dict.fromkeys(facts, (name, said))
        return units

    def say(self, fact: str, states: dict[str, list[str]]) -> bool:
        """Write a fact down as a state, a value, or a statement of the whole board."""
        phrase, among = self.notation.frames.phrase, self.names
        owned: Mapping[str, object]
        for section, owned in (("state", self.objects), ("player", self.players), ("team", self.teams)):
            found = phrase(fact, section, among)
            owner = read(found[1].get("self", "nobody")) if found else None
            if found and isinstance(owner, str) and owner in owned:
                if section == "state":
                    states.setdefault(owner, []).append(found[0])
                else:
                    (self.players if section == "player" else self.teams)[owner].values.append(
                        _said(found[0])
                    )
                return True
        for section in ("variant", "turn", "happened"):
            begun = section != "turn" or section in self.written.phrases
            if (
                (found := phrase(fact, section, among))
                and not found[1]
                and (begun or found[0][:5] == "turn ")
            ):
                self.written.phrases.setdefault(section, []).append(_said(found[0]))
                return True
        return False


def _without_number(fact: str) -> str:
    term = read(fact)
    if isinstance(term, Fn) and term.args and isinstance(term.args[-1], int):
        return show(Fn(term.name, term.args[:-1]))
    return fact


def _numbers(found: list[_Slots]) -> Iterator[int]:
    """The numbers in the slots that a card's numbers have."""
    return (
        value
        for slots in found
        for name, value in slots.items()
        if name != "card" and isinstance(value, int) and abs(value) <= LARGEST
    )


def _whole(term: object) -> int:
    return term if isinstance(term, int) else -1
