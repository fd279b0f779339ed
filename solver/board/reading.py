"""From a written board to its meaning: every phrase is read, every fact is collected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import count

from ..errors import Malformed
from ..nearest import did_you_mean
from ..notation.frames import Match
from ..notation.names import Unclear
from ..notation.pack import Facts, Notation
from ..notation.slots import check_number, counter_kind
from ..terms import Fn, functor, quote, read, show
from .cards import card_facts, own_facts, read_rules
from .claims import Claims
from .model import Board, Card, Effect, Object, Player, Question, Step, Team
from .naming import Thing, card_key
from .phrasing import Phrasing
from .syntax import FIRST_FAULT, WORDS, Piece, Said, Written, WrittenObject, WrittenSide


def read_board(
    written: Written,
    notation: Notation | None = None,
    origin: Board | None = None,
    piece: Piece = FIRST_FAULT,
) -> Board:
    """The board that was written; :class:`Malformed` at the first word without a meaning.

    Cards that ``origin`` took from the store are known here too. ``piece`` goes on around every piece of the
    board that the others can do without (see :class:`.naming.Naming`).
    """
    if notation is None:
        try:
            notation = Notation.load(written.game)
        except Malformed as error:
            error.place = error.place or written.game.place
            raise
    elif notation.game != written.game:
        what = f"this is a board of {written.game}, not of {notation.game}"
        raise Malformed(what, place=written.game.place, found=written.game, expected=(notation.game,))
    reading = _Reading(written, notation, origin, piece)
    try:
        return reading.board()
    finally:
        reading.close()


def numbered(given: Iterable[int | None]) -> list[int]:
    """Numbers in order from 1 for those without one, leaving out the numbers that are given.

    >>> numbered([None, 7, None, 2, None])
    [1, 7, 3, 2, 4]
    """
    given = list(given)
    taken = {number for number in given if number is not None}
    free = (number for number in count(1) if number not in taken)
    return [next(free) if number is None else number for number in given]


def _fill(templates: Facts, **terms: str) -> list[str]:
    return [template.format_map(terms) for template in templates]


class _Reading(Phrasing):
    """One reading of one board."""

    def __init__(
        self,
        written: Written,
        notation: Notation,
        origin: Board | None,
        piece: Piece,
    ) -> None:
        super().__init__(written, notation, origin.stored if origin else {}, piece)
        self.receipt = self.receipt or (origin.store if origin else "")
        self.granted: list[tuple[str, str, str]] = []

    def board(self) -> Board:
        variants, turn = self.statements("variant"), self.statements("turn")
        if turn and turn[0].frame.pieces[0] not in WORDS["turn"]:
            place, found = self.lines("turn")[0].place, turn[0].text
            with self.piece:
                raise Malformed("this line begins with turn", place=place, found=found, expected=("turn",))
        players = tuple(self.player(seat, side) for seat, side in enumerate(self.written.players))
        teams = tuple(self.team(side) for side in self.written.teams)
        self.defaults(variants)
        cards = tuple(self.card(written) for written in self.written.cards)
        objects = self.objects()
        effects = self.effects()
        happened: list[Match] = []
        for said in self.lines("happened"):
            with self.piece:
                for match in self.read("happened", said, ";"):
                    self.once(match, match.facts(), self.facts, said)
                    happened.append(match)
        script = self.each(self.step, "then")
        asks = self.each(self.question, "ask")
        claims = Claims(self.notation, self.names, asks, self.piece)
        expects = self.each(claims.expectation, "expect")
        for key in self.used:
            with self.piece:
                self.state(card_facts(key, self.cards[key], self.notation))
        if symbols := self.notation.symbols:
            asked = (question.term for question in asks)
            spoken = [*self.facts, *(event for step in script for event in step.events), *asked]
            self.state([*symbols.facts(spoken)])
        return Board(
            game=self.notation.game,
            edition=str(self.written.edition or ""),
            variants=tuple(match.text for match in variants),
            turn=tuple(match.text for match in turn),
            teams=teams,
            cards=cards,
            players=tuple(
                Player(each.name, each.values, each.text, tuple(under), each.hidden)
                for each, under in zip(players, objects, strict=True)
            ),
            effects=effects,
            happened=tuple(match.text for match in happened),
            script=script,
            asks=asks,
            expects=expects,
            names=self.names,
            initial=tuple(self.facts),
            stored=self.stored,
            store=self.receipt if any(key.partition(" #")[0] in self.stored for key in self.used) else "",
        )

    # ---- players and teams ----

    def player(self, seat: int, side: WrittenSide) -> Player:
        table, owner = self.notation.player, quote(side.name)
        self.state(_fill((*table["player"], *table["seat"]), self=owner, number=str(seat)))
        seen: set[str] = set()
        values: list[str] = []
        for said in side.values:
            with self.piece:
                values += self.stated("player", said, "", owner, seen)
        if side.text is not None:
            with self.piece:
                self.text(side.text, owner, str(side.name), table["ability"])
        hidden = []
        for said, number in side.hidden:
            with self.piece:
                hidden.append((self.hidden(said, number, owner, seen), number))
        return Player(str(side.name), tuple(values), str(side.text or ""), hidden=tuple(hidden))

    def hidden(self, said: Said, number: int, owner: str, seen: set[str]) -> str:
        """The zone in which a player has so many unknown cards; said a second time, it is a contradiction."""
        zone = self.notation.zone(said, said.place)
        terms = {"player": owner, "zone": zone, "number": str(number)}
        (fact,) = _fill(self.notation.object["hidden"], **terms)
        key = show(Fn(functor(fact), read(fact).args[:-1]))  # type: ignore[union-attr]
        if key in seen:
            what = f"the number of hidden cards in {said} is given twice"
            raise Malformed(what, place=said.place, found=f"{said} ? x{number}", advice="keep one of them")
        seen.add(key)
        self.state((fact,))
        return self.shown_zone(zone)

    def team(self, side: WrittenSide) -> Team:
        if side.text is not None:
            with self.piece:
                raise Malformed("a team has no rules text", place=side.text.place, found=side.text)
        seen: set[str] = set()
        values: list[str] = []
        for said in side.values:
            with self.piece:
                values += self.stated("team", said, "", quote(side.name), seen)
        return Team(str(side.name), tuple(values))

    def defaults(self, variants: Iterable[Match]) -> None:
        """What the board leaves unsaid about players and teams; a variant may have its own defaults."""
        tables = self.notation.defaults
        table = dict(tables.get("general", {}))
        for match in variants:
            for value in match.values.values():
                table.update(tables.get(value.terms[0], {}))
        terms = (read(fact) for fact in self.facts)
        known = {(term.name, term.args[0]) for term in terms if isinstance(term, Fn) and term.args}
        for kind in ("player", "team"):
            for name in self.names.ids[kind]:
                for fact in _fill(table.get(kind, ()), self=quote(name)):
                    if (functor(fact), name) not in known:
                        self.state((fact,))

    # ---- objects and effects ----

    def card(self, written: WrittenObject) -> Card:
        key = card_key(written.name, written.parts)
        self.used[key] = None
        card = self.cards[key]
        return Card(
            card.name,
            str(written.parts.get("id", "")),
            card.cost,
            card.numbers,
            card.type_line,
            str(card.text),
        )

    def shown_zone(self, zone: str) -> str:
        return next(word for word, constant in self.notation.vocabulary["zone"].items() if constant == zone)

    def objects(self) -> list[list[Object]]:
        given = [thing.written.parts.get("stamp") for under in self.things for thing in under]
        stamps = iter(numbered(None if said is None else int(said) for said in given))
        return [[self.object(thing, next(stamps)) for thing in under] for under in self.things]

    def object(self, thing: Thing, stamp: int) -> Object:
        written, it, table = thing.written, thing.object, self.notation.object
        parts, me = written.parts, quote(thing.object.id)
        fill = {"self": me, "zone": it.zone, "player": quote(it.player), "number": str(stamp)}
        owner = it.player
        if "owner" in parts:
            with self.piece:
                owner = self.player_called(parts["owner"])
        self.state(
            _fill((*table["object"], *table["zone"], *table["controller"], *table["timestamp"]), **fill)
        )
        self.state(_fill(table["owner"], self=me, player=quote(owner)))
        counters: dict[str, int] = {}
        for said, number in written.counters:
            with self.piece:
                kind = self.kind(said)
                if kind in counters:
                    raise Malformed(f"{said} counters are counted twice", place=said.place, found=said)
                counters[kind] = number
                self.state(_fill(table["counter"], self=me, counter=kind, number=str(number)))
        target = copy = ""
        if "target" in parts:
            with self.piece:
                target = self.individual(parts["target"])
        if "copy" in parts:
            with self.piece:
                copy = self.card_key(parts["copy"])
                if not copy:
                    raise self.unknown_card(parts["copy"])
                self.used[copy] = None
                self.state(_fill(table["copy"], self=me, card=quote(copy)))
        states: tuple[str, ...] = ()
        uncarded, cardless, key = False, False, thing.key
        if "states" in parts:
            seen: set[str] = set()
            with self.piece:
                states = self.stated("state", parts["states"], ",", me, seen)
            uncarded = any(functor(fact) in self.notation.uncarded for fact in seen)
            cardless = any(functor(fact) in self.notation.cardless for fact in seen)
            if key in self.stored and cardless:
                key = ""
        if key and (printed := self.cards[key].states):
            self.printed_states(printed, me, states, written.name)
        if key:
            self.used[key] = None
            self.state(_fill(table["card"], self=me, card=quote(key)))
            self.state(_fill(tuple(own_facts(self.cards[key], self.notation)), self=me))
        elif not uncarded and "copy" not in parts:
            with self.piece:
                raise self.unknown_card(written.name)
        spoken = bool(copy or key) and self.notation.is_spoken(self.cards[copy or key].words)
        if target:  # what is spoken, or no card, is aimed at it and not attached
            aimed = "aimed" in table and (spoken or cardless or it.zone in table.get("aiming", ()))
            self.state(_fill(table["aimed" if aimed else "attached"], self=me, target=quote(target)))
        # what a card says that is spoken once, its own facts say
        if "text" in parts and not (thing.described and spoken):
            with self.piece:
                self.text(parts["text"], me, key or it.id, () if thing.described else None, it.name)
        return replace(
            it,
            zone=self.shown_zone(it.zone),
            counters=tuple(counters.items()),
            states=states,
            target=target,
            copy=copy,
            stamp=int(parts["stamp"]) if "stamp" in parts else None,
            owner="" if owner == it.player else owner,
        )

    def printed_states(self, printed: str, me: str, states: tuple[str, ...], name: Said) -> None:
        """State what is printed on an object's card, except where the object's line says it otherwise."""
        among = self.notation.frames
        own = [
            fact
            for text in states
            for match in among.match_all("state", Said(text, name.place), self.names, name.place, ",")
            for fact in match.facts(self=me)
        ]
        told = {functor(fact) for fact in own}
        for match in among.match_all("state", Said(printed, name.place), self.names, name.place, ","):
            self.state(fact for fact in match.facts(self=me) if functor(fact) not in told)

    def kind(self, said: Said) -> str:
        try:
            return counter_kind(said, self.notation.counter_kinds)
        except Unclear as error:
            raise Malformed(str(error), place=said.place, found=said, advice=error.advice) from None

    def whole(self, said: Said) -> int:
        try:
            return check_number(said)
        except Unclear as error:
            raise Malformed(str(error), place=said.place, found=said) from None

    def text(self, said: Said, me: str, key: str, ability: Facts | None, name: str = "") -> None:
        """A rules text beside an individual; with a duration, or no ``ability`` fact, it is an effect."""
        reading = read_rules(self.notation, said, name)
        for each in reading.abilities:
            if each.duration or ability is None:
                self.granted.append((me, each.term, each.duration or self.notation.lasting))
            else:
                self.state(_fill(ability, self=me, ability=each.term))
        if ability is None or ability:  # the unread lines of a described card belong to the card
            for line in reading.unread:
                self.state(_fill(self.notation.card["unread"], card=quote(key), text=quote(line.text)))

    def individual(self, said: Said) -> str:
        text = said if said.startswith("#") else quote(said)
        try:
            return next(self.names.find(("object", "player"), text, 0))[1]
        except Unclear as error:
            raise self.unknown(str(error), said, "target") from None

    def player_called(self, said: Said) -> str:
        try:
            return next(self.names.find(("player",), quote(said), 0))[1]
        except Unclear as error:
            raise self.unknown(str(error), said, "player") from None

    def unknown(self, what: str, said: Said, kind: str) -> Malformed:
        known = tuple(self.names.known(kind))
        return Malformed(
            what, place=said.place, found=said, expected=known[:12], advice=did_you_mean(said, known)
        )

    def effects(self) -> tuple[Effect, ...]:
        """Effects are counted from 1: first those written beside objects, then the effect lines.

        Lines with the same ``@id`` are one effect that does several things.
        """
        lines = self.written.effects
        given = [None if stamp is None else self.whole(stamp) for stamp, _ in lines]
        ids = numbered([*[None] * len(self.granted), *given])
        for ident, (me, ability, duration) in zip(ids, self.granted, strict=False):
            terms = {"id": str(ident), "self": me, "ability": ability, "duration": duration}
            self.state(_fill(self.notation.object["granted"], **terms))
        effects = []
        for ident, number, (_, said) in zip(ids[len(self.granted) :], given, lines, strict=True):
            with self.piece:
                match = self.notation.frames.match("effect_line", said, self.names, said.place)
                self.once(match, match.facts(id=str(ident)), self.facts, said)
                effects.append(Effect(match.text, number))
        return tuple(effects)

    # ---- script and questions ----

    def step(self, said: Said) -> Step:
        matches = self.read("then", said, ";")
        events: dict[str, None] = {}
        for match in matches:
            self.once(match, match.facts(), events, said, "add the numbers, or use two lines to do it twice")
        return Step("; ".join(match.text for match in matches), tuple(events), said.place)

    def question(self, said: Said) -> Question:
        match = self.notation.frames.match("ask", said, self.names, said.place)
        return Question(match.text, match.facts()[0], said.place)
