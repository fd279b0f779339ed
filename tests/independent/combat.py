"""Declarations of attackers and blockers (508.1, 509.1), judged by trying every one of them.

A part is ``("attack", creature, target)`` or ``("block", creature, attacker)``; a declaration is a set of
parts. Abilities are tuples, keywords among them: ``("flying",)``, ``("protection", q)``,
``("cant_attack", who, whom)``. ``who`` is ``("self",)``, ``("attached",)``, ``("each", q)`` or
``("each_other", q)``.

Qualities are tuples: ``("type", t)``, ``("subtype", s)``, ``("supertype", s)``, ``("color", c)``,
``("with", keyword)``, ``("without", keyword)``, ``("power", relation, n)``, ``("toughness", relation, n)``,
``("controlled_by", "you" or "opponent")``, ``("is", name)``, ``("everything",)``, ``("both", q, r)``,
``("either", q, r)``, ``("non", q)``. In place of the number ``n`` may stand ``"its"``, the power of the
creature that is spoken of, or ``("count", q)``, the number of such permanents.

Conditions are tuples: ``("controls", player, n, q)``, ``("controls_another", q)``, ``("controls_more", q)``,
``("with_another", q)`` (another such creature attacks or blocks as well), ``("not", condition)``; the player
is ``"you"``, ``"defending_player"``, ``"attacking_player"`` or ``"opponent"``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, product

Ability = tuple
Quality = tuple
Condition = tuple
Part = tuple[str, str, str]
Declaration = frozenset[Part]

NOTHING: Declaration = frozenset()


@dataclass(frozen=True)
class Permanent:
    """A permanent: a creature, a planeswalker, a battle, or whatever says or counts something."""

    name: str
    controller: str
    types: frozenset[str] = frozenset({"creature"})
    subtypes: frozenset[str] = frozenset()
    supertypes: frozenset[str] = frozenset()
    colors: frozenset[str] = frozenset()
    power: int = 2
    toughness: int = 2
    abilities: tuple[Ability, ...] = ()
    owner: str = ""
    tapped: bool = False
    sick: bool = False
    face_down: bool = False
    phased_out: bool = False
    goaded_by: tuple[str, ...] = ()
    attached: str = ""
    protector: str = ""
    attacking: str = ""

    def has(self, keyword: str) -> bool:
        """Whether it has this keyword."""
        return (keyword,) in self.abilities


@dataclass(frozen=True, eq=False)
class Board:
    """The table as attackers or blockers are declared. ``effects`` are pairs of a creature's name and what
    holds for it as though it said so itself."""

    active: str
    players: tuple[str, ...]
    permanents: tuple[Permanent, ...]
    effects: tuple[tuple[str, Ability], ...] = ()
    named: dict[str, Permanent] = field(init=False)

    def __post_init__(self) -> None:
        there = [uncovered(it) for it in self.permanents if not it.phased_out]  # 702.26b
        object.__setattr__(self, "named", {it.name: it for it in there})
        object.__setattr__(self, "named", {it.name: enhanced(self, it) for it in there})

    @property
    def things(self) -> Iterable[Permanent]:
        """The permanents as they are: with what others give them, without what is phased out."""
        return self.named.values()


@dataclass(frozen=True)
class Fault:
    """Why something may not be declared: the numbers of the rules, the closest first, and whom it concerns,
    foremost the creature in question or the source of a limit."""

    rules: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class Requirement:
    """Something that one side should obey: what asks it, of whom, and the parts any of which obeys it."""

    side: str
    asked: str
    creature: str
    parts: Declaration


# ---- what is there, and what is said of it ----


CHARACTERISTICS = ("types", "subtypes", "supertypes", "colors", "power", "toughness", "abilities")


def uncovered(it: Permanent) -> Permanent:
    """A face-down creature is a 2/2 without colors, subtypes and abilities (708.2a)."""
    if not it.face_down:
        return it
    plain = Permanent(it.name, it.controller)
    return replace(it, **{name: getattr(plain, name) for name in CHARACTERISTICS})


def enhanced(board: Board, it: Permanent) -> Permanent:
    """A permanent with the abilities and the power and toughness that others give it."""
    abilities = (*it.abilities, *(ability for _, (ability,) in said_of(board, "has", it)))
    more = [said for _, said in said_of(board, "gets", it)]
    power, toughness = (sum(numbers) for numbers in zip((it.power, it.toughness), *more, strict=True))
    return replace(it, abilities=tuple(dict.fromkeys(abilities)), power=power, toughness=toughness)


def fits(board: Board, thing: Permanent, quality: Quality, you: str, it: Permanent) -> bool:
    """Whether a permanent is what a description says; ``you`` reads it, ``it`` is spoken of."""
    kind, *rest = quality
    match kind:
        case "type" | "subtype" | "supertype" | "color":
            return rest[0] in getattr(thing, f"{kind}s")
        case "with" | "without":
            return thing.has(rest[0]) == (kind == "with")
        case "power" | "toughness":
            number = amount(board, rest[1], you, it)
            value = getattr(thing, kind)
            return {"lt": value < number, "gt": value > number, "eq": value == number}.get(
                rest[0], value <= number if rest[0] == "le" else value >= number
            )
        case "controlled_by":
            return (thing.controller == you) == (rest[0] == "you")
        case "is":
            return thing.name == rest[0]
        case "everything":
            return True
        case "both":
            return all(fits(board, thing, part, you, it) for part in rest)
        case "either":
            return any(fits(board, thing, part, you, it) for part in rest)
        case "non":
            return not fits(board, thing, rest[0], you, it)
    raise ValueError(quality)


def amount(board: Board, number: object, you: str, it: Permanent) -> int:
    """A number as a description gives it."""
    if number == "its":
        return it.power
    if isinstance(number, tuple):
        return sum(fits(board, thing, number[1], you, it) for thing in board.things)
    assert isinstance(number, int)
    return number


def sayings(board: Board, kind: str) -> Iterator[tuple[Permanent, Ability]]:
    """Everything of a kind that is said, by whom."""
    for thing in board.things:
        yield from ((thing, ability) for ability in thing.abilities if ability[0] == kind)
    for name, ability in board.effects:
        if ability[0] == kind and name in board.named:
            yield board.named[name], ability


def said_of(board: Board, kind: str, thing: Permanent) -> Iterator[tuple[Permanent, tuple]]:
    """What of a kind is said of a permanent: who says it, and the rest of what they say."""
    for speaker, (_, who, *rest) in sayings(board, kind):
        if meant(board, who, speaker, thing):
            yield speaker, tuple(rest)


def meant(board: Board, who: tuple, speaker: Permanent, thing: Permanent) -> bool:
    """Whether a permanent is among those a speaker speaks of."""
    match who:
        case ("self",):
            return thing.name == speaker.name
        case ("attached",):
            return thing.name == speaker.attached
        case ("each", quality):
            return fits(board, thing, quality, speaker.controller, speaker)
        case ("each_other", quality):
            return thing.name != speaker.name and fits(board, thing, quality, speaker.controller, speaker)
    raise ValueError(who)


def is_said(board: Board, kind: str, thing: Permanent, *rest: object) -> bool:
    """Whether exactly this is said of a permanent."""
    return any(said == rest for _, said in said_of(board, kind, thing))


def creatures(board: Board, player: str) -> list[Permanent]:
    """The creatures a player controls."""
    return [t for t in board.things if "creature" in t.types and t.controller == player]


# ---- who attacks and defends ----


def defender_of(board: Board, target: str) -> str:
    """The defending player where this player, planeswalker or battle is attacked (508.5)."""
    if target in board.players:
        return target
    thing = board.named[target]
    return thing.protector if "battle" in thing.types else thing.controller


def targets(board: Board) -> list[str]:
    """What the active player may have attacked: 506.2, 508.1b, 802.3."""
    things = [t.name for t in board.things if t.types & {"planeswalker", "battle"}]
    return [t for t in (*board.players, *things) if defender_of(board, t) not in (board.active, "")]


def attackers(board: Board, player: str) -> list[Permanent]:
    """The creatures that attack a player, a planeswalker of theirs or a battle they protect.

    What is no creature or has become a battle has been removed from combat (506.4).
    """
    coming = [t for t in board.things if t.attacking and "creature" in t.types and "battle" not in t.types]
    return [t for t in coming if defender_of(board, t.attacking) == player]


def sides(board: Board, kind: str) -> list[str]:
    """The players who declare: 508.1, 509.1, 802.4."""
    return [p for p in board.players if (p == board.active) == (kind == "attack")]


def is_whom(board: Board, target: str, whom: str, you: str, creature: Permanent) -> bool:
    """Whether attacking this target is attacking those an ability of ``you`` names."""
    walker = target in board.named and "planeswalker" in board.named[target].types
    yours = walker and board.named[target].controller == you
    match whom:
        case "anyone":
            return True
        case "you":
            return target == you
        case "planeswalkers":
            return yours
        case "you_or_planeswalkers":
            return target == you or yours
        case "owner":
            return target == (creature.owner or creature.controller)
        case "opponents":
            return target in board.players and target != you
        case player if player in board.players:
            return target == player
    raise ValueError(whom)


def holds(
    board: Board, condition: Condition, speaker: Permanent, defending: str, also: Iterable[str]
) -> bool:
    """Whether a condition is met; ``also`` are the other creatures that attack or block."""
    kind, *rest = condition
    you = speaker.controller

    def number(player: str, quality: Quality) -> int:
        return sum(t.controller == player and fits(board, t, quality, you, speaker) for t in board.things)

    match kind:
        case "controls":
            who, least, quality = rest
            players = {
                "you": [you],
                "defending_player": [defending],
                "attacking_player": [board.active],
                "opponent": [p for p in board.players if p != you],
            }
            return any(number(player, quality) >= least for player in players[who])
        case "controls_another":
            others = [t for t in board.things if t.name != speaker.name and t.controller == you]
            return any(fits(board, t, rest[0], you, speaker) for t in others)
        case "controls_more":
            other = defending if you == board.active else board.active
            return number(you, rest[0]) > number(other, rest[0])
        case "with_another":
            return any(fits(board, board.named[name], rest[0], you, speaker) for name in also)
        case "not":
            return not holds(board, rest[0], speaker, defending, also)
    raise ValueError(condition)


def waits(condition: Condition) -> bool:
    """Whether a condition looks at the rest of the declaration."""
    return condition[0] == "with_another" or (condition[0] == "not" and waits(condition[1]))


# ---- one part by itself ----


@lru_cache(maxsize=4096)
def faults(board: Board, part: Part) -> tuple[Fault, ...]:
    """What a part breaks, whatever else is declared."""
    kind, name, target = part
    creature = board.named.get(name)
    if creature is None or "creature" not in creature.types:
        return (Fault(("506.3",), (name,)),)
    find = _attack_faults if kind == "attack" else _block_faults
    return tuple(Fault(rules, names) for rules, names in find(board, creature, target))


def _attack_faults(board: Board, it: Permanent, target: str) -> Iterator[tuple[tuple, tuple]]:
    alone, both = (it.name,), (it.name, target)
    if it.controller != board.active:
        yield ("508.1a",), alone
    if it.tapped:
        yield ("508.1a",), alone
    if "battle" in it.types:
        yield ("508.1a",), alone
    if it.sick and not it.has("haste") and not is_said(board, "attacks_as_though_haste", it):
        yield ("508.1a",), alone
    if it.has("defender") and not is_said(board, "attacks_despite_defender", it):
        yield ("702.3b", "508.1c"), alone
    if is_said(board, "cant", it, "attack"):
        yield ("508.1c",), alone
    if target not in targets(board):
        yield ("508.1b",), both
        return
    for speaker, (whom,) in said_of(board, "cant_attack", it):
        if is_whom(board, target, whom, speaker.controller, it):
            yield ("508.1c",), both
    for speaker, (condition,) in said_of(board, "cant_attack_unless", it):
        if not waits(condition) and not holds(board, condition, speaker, defender_of(board, target), ()):
            yield ("508.1c",), both


def _block_faults(board: Board, it: Permanent, target: str) -> Iterator[tuple[tuple, tuple]]:
    alone, both = (it.name,), (it.name, target)
    if it.controller == board.active:
        yield ("509.1a",), alone
    if it.tapped and not is_said(board, "blocks_tapped", it):
        yield ("509.1a",), alone
    if "battle" in it.types:
        yield ("509.1a",), alone
    if it.has("decayed"):
        yield ("702.147a", "509.1b"), alone
    if is_said(board, "cant", it, "block"):
        yield ("509.1b",), alone
    for speaker, (condition,) in said_of(board, "cant_block_unless", it):
        if not waits(condition) and not holds(board, condition, speaker, it.controller, ()):
            yield ("509.1b",), alone
    attacker = board.named.get(target)
    if attacker is None or attacker not in attackers(board, it.controller):
        yield ("509.1a",), both
        return
    for rules in _unblockable(board, attacker, it.controller):
        yield rules, (target, it.name)
    for rules in [*_forbidden_pair(board, it, attacker), *_evasion(board, it, attacker)]:
        yield rules, both


def _forbidden_pair(board: Board, it: Permanent, attacker: Permanent) -> Iterator[tuple[str, ...]]:
    """What cards say of one creature blocking another (509.1b)."""
    for kind, by, what, wrong in (
        ("cant_block", it, attacker, True),
        ("can_block_only", it, attacker, False),
        ("cant_be_blocked_by", attacker, it, True),
        ("cant_be_blocked_except_by", attacker, it, False),
    ):
        for speaker, (quality,) in said_of(board, kind, by):
            compared = by if speaker.attached == by.name else speaker
            if fits(board, what, quality, speaker.controller, compared) == wrong:
                yield ("509.1b",)


LANDWALKS: dict[str, Quality] = {
    "plainswalk": ("subtype", "Plains"),
    "islandwalk": ("subtype", "Island"),
    "swampwalk": ("subtype", "Swamp"),
    "mountainwalk": ("subtype", "Mountain"),
    "forestwalk": ("subtype", "Forest"),
    "desertwalk": ("subtype", "Desert"),
    "nonbasic landwalk": ("non", ("supertype", "basic")),
    "legendary landwalk": ("supertype", "legendary"),
    "snow landwalk": ("supertype", "snow"),
    "artifact landwalk": ("type", "artifact"),
}


def _unblockable(board: Board, attacker: Permanent, player: str) -> Iterator[tuple[str, ...]]:
    """Why no creature of a player can block an attacker; landwalk is among the reasons."""
    if is_said(board, "cant_be", attacker, "blocked"):
        yield ("509.1b",)
    for speaker, (condition,) in said_of(board, "cant_be_blocked_while", attacker):
        if holds(board, condition, speaker, player, ()):
            yield ("509.1b",)
    off = {ability[1] for _, ability in sayings(board, "landwalk_off")}
    lands = [t for t in board.things if "land" in t.types and t.controller == player]
    for keyword, quality in LANDWALKS.items():
        walks = attacker.has(keyword) and keyword not in off
        if walks and any(fits(board, land, quality, player, attacker) for land in lands):
            yield "702.14c", "509.1b"


def _evasion(board: Board, it: Permanent, attacker: Permanent) -> Iterator[tuple[str, ...]]:
    """Evasion abilities and protection of 702; they are cumulative (509.1b)."""
    despite = {keyword for _, (keyword,) in said_of(board, "blocks_despite", it)}

    def evades(keyword: str) -> bool:
        return attacker.has(keyword) and keyword not in despite

    artifact = "artifact" in it.types
    if evades("flying") and not it.has("flying") and not it.has("reach"):
        yield "702.9b", "509.1b"
    if evades("fear") and not artifact and "black" not in it.colors:
        yield "702.36b", "509.1b"
    if evades("intimidate") and not artifact and not it.colors & attacker.colors:
        yield "702.13b", "509.1b"
    if evades("shadow") and not it.has("shadow"):
        yield "702.28b", "509.1b"
    if it.has("shadow") and not attacker.has("shadow"):
        yield "702.28b", "509.1b"
    if evades("horsemanship") and not it.has("horsemanship"):
        yield "702.31b", "509.1b"
    if evades("skulk") and it.power > attacker.power:
        yield "702.118b", "509.1b"
    for ability in attacker.abilities:
        if ability[0] == "protection" and fits(board, it, ability[1], attacker.controller, attacker):
            yield "702.16f", "509.1b"


@lru_cache(maxsize=4096)
def costly(board: Board, part: Part) -> bool:
    """Whether the part may be declared only if a cost is paid (508.1h, 509.1d)."""
    kind, name, target = part
    it = board.named[name]
    if kind == "attack":
        for speaker, (whom, _) in said_of(board, "attack_cost", it):
            if is_whom(board, target, whom, speaker.controller, it):
                return True
    return kind == "block" and any(said_of(board, "block_cost", it))


# ---- the declaration as a whole ----


def limit(board: Board, it: Permanent) -> float:
    """How many attackers a creature can block: one (509.1a), and what effects add."""
    if is_said(board, "blocks_any_number", it):
        return float("inf")
    return 1 + sum(more for _, (more,) in said_of(board, "blocks_more", it))


def breaks(board: Board, kind: str, declaration: Declaration) -> list[Fault]:
    """Every restriction the declaration breaks. Each defending player's blocks are looked at by themselves
    (802.4b)."""
    found = [fault for part in sorted(declaration) for fault in faults(board, part)]
    for side in board.players:
        own = part_of(board, side, declaration)
        whole = _attack_breaks(board, own) if kind == "attack" else _block_breaks(board, side, own)
        found += [Fault(rules, tuple(names)) for rules, names in whole]
    return found


def _attack_breaks(board: Board, parts: Declaration) -> Iterator[tuple[tuple, Iterable[str]]]:
    who = sorted({name for _, name, _ in parts})
    for name in who:
        if sum(part[1] == name for part in parts) > 1:
            yield ("508.1b",), [name]
        if is_said(board, "cant", board.named[name], "attack_alone") and len(who) == 1:
            yield ("508.1c", "506.5"), [name]
        for speaker, (condition,) in said_of(board, "cant_attack_unless", board.named[name]):
            also = [other for other in who if other != name]
            if waits(condition) and not holds(board, condition, speaker, "", also):
                yield ("508.1c",), [name]
    for speaker, (_, most, *whom) in sayings(board, "attack_limit"):
        counted = {
            name
            for _, name, target in parts
            if not whom or is_whom(board, target, whom[0], speaker.controller, board.named[name])
        }
        if len(counted) > most:
            yield ("508.1c", "802.3a"), [speaker.name, *sorted(counted)]


def _block_breaks(board: Board, side: str, parts: Declaration) -> Iterator[tuple[tuple, Iterable[str]]]:
    who = sorted({name for _, name, _ in parts})
    for name in who:
        it = board.named[name]
        if sum(part[1] == name for part in parts) > limit(board, it):
            yield ("509.1a",), [name]
        if is_said(board, "cant", it, "block_alone") and len(who) == 1:
            yield ("509.1b", "506.5"), [name]
        for speaker, (condition,) in said_of(board, "cant_block_unless", it):
            also = [other for other in who if other != name]
            if waits(condition) and not holds(board, condition, speaker, side, also):
                yield ("509.1b",), [name]
    for speaker, (_, most) in sayings(board, "block_limit"):
        if len(who) > most:
            yield ("509.1b",), [speaker.name, *who]
    for target in sorted({target for _, _, target in parts} & set(board.named)):
        attacker = board.named[target]
        by = sorted({name for _, name, other in parts if other == target})
        if attacker.has("menace") and len(by) < 2:
            yield ("702.111b", "509.1b"), [target, *by]
        if any(len(by) < least for _, (least,) in said_of(board, "least_blockers", attacker)):
            yield ("509.1b",), [target, *by]
        if any(len(by) > most for _, (most,) in said_of(board, "most_blockers", attacker)):
            yield ("509.1b",), [target, *by]
        all_of_them = {t.name for t in creatures(board, side)}
        if is_said(board, "blocked_by_all_or_none", attacker) and not all_of_them <= set(by):
            yield ("509.1b",), [target, *by]


# ---- requirements ----


@lru_cache(maxsize=64)
def requirements(board: Board, kind: str) -> tuple[Requirement, ...]:
    """All that is required: 508.1d, 509.1c, 701.15b. One that nothing could obey asks for nothing."""
    return tuple(_attack_requirements(board) if kind == "attack" else _block_requirements(board))


def _attack_requirements(board: Board) -> Iterator[Requirement]:
    for it in creatures(board, board.active):
        parts = [("attack", it.name, target) for target in targets(board)]

        def asked(by: str, obeys: Callable[[str], bool], it=it, parts=parts) -> Requirement:
            obeying = frozenset(part for part in parts if obeys(part[2]))
            return Requirement(board.active, by, it.name, obeying)

        for speaker, _ in said_of(board, "attacks_each_combat", it):
            yield asked(f"{speaker.name}: attacks", lambda target: True)
        for speaker, (whom,) in said_of(board, "attacks_whom", it):
            you = speaker.controller
            yield asked(
                f"{speaker.name}: attacks {whom}",
                lambda target, whom=whom, you=you, it=it: is_whom(board, target, whom, you, it),
            )
        for player in it.goaded_by:
            yield asked(f"{player}: goaded", lambda target: True)
            yield asked(
                f"{player}: attacks another player",
                lambda target, player=player: target in board.players and target != player,
            )


def _block_requirements(board: Board) -> Iterator[Requirement]:
    for side in sides(board, "block"):
        coming, blockers = attackers(board, side), creatures(board, side)

        def asked(
            by: str, whose: str, pairs: Iterable[tuple[Permanent, Permanent]], side=side
        ) -> Requirement:
            return Requirement(side, by, whose, frozenset(("block", b.name, a.name) for b, a in pairs))

        for it in blockers:
            for speaker, _ in said_of(board, "blocks_each_combat", it):
                yield asked(f"{speaker.name}: blocks", it.name, [(it, a) for a in coming])
            for speaker, (quality,) in said_of(board, "blocks_it", it):
                named = [(it, a) for a in coming if fits(board, a, quality, speaker.controller, speaker)]
                yield asked(f"{speaker.name}: blocks it", it.name, named)
        for attacker in coming:
            for speaker, _ in said_of(board, "must_be_blocked", attacker):
                yield asked(f"{speaker.name}: blocked", attacker.name, [(b, attacker) for b in blockers])
            for speaker, (quality,) in said_of(board, "must_be_blocked_by", attacker):
                able = [b for b in blockers if fits(board, b, quality, speaker.controller, speaker)]
                yield asked(f"{speaker.name}: blocked by", attacker.name, [(b, attacker) for b in able])
            for speaker, (_, quality, who) in sayings(board, "all_block"):
                for b in blockers if meant(board, who, speaker, attacker) else ():
                    if fits(board, b, quality, speaker.controller, speaker):
                        yield asked(f"{speaker.name}: {attacker.name}", b.name, [(b, attacker)])


def obeyed(board: Board, kind: str, side: str, declaration: Declaration) -> int:
    """How many requirements of a side a declaration obeys."""
    return sum(r.side == side and not r.parts.isdisjoint(declaration) for r in requirements(board, kind))


# ---- every declaration ----


def all_declarations(board: Board, kind: str, side: str) -> Iterator[Declaration]:
    """Every conceivable declaration of a side: each creature attacks nothing or one target, or blocks any
    attackers up to its limit."""
    if kind == "attack":
        met, least = targets(board), dict.fromkeys(creatures(board, side), 1.0)
    else:
        met = [attacker.name for attacker in attackers(board, side)]
        least = {it: limit(board, it) for it in creatures(board, side)}
    ways = [
        [
            [(kind, it.name, target) for target in chosen]
            for number in range(min(len(met), int(min(most, 99))) + 1)
            for chosen in combinations(met, number)
        ]
        for it, most in least.items()
    ]
    for together in product(*ways):
        yield frozenset(part for parts in together for part in parts)


@lru_cache(maxsize=64)
def unbroken(board: Board, kind: str, side: str) -> tuple[tuple[Declaration, int, Declaration], ...]:
    """The declarations that break nothing; how many requirements each obeys, and what in it has a cost."""
    return tuple(
        (d, obeyed(board, kind, side, d), frozenset(part for part in d if costly(board, part)))
        for d in all_declarations(board, kind, side)
        if not any(faults(board, part) for part in d) and not breaks(board, kind, d)
    )


def most(board: Board, kind: str, side: str, paid: Declaration = NOTHING) -> int:
    """The most requirements a side can obey. Nobody is forced to pay (508.1d, 509.1c); but who chooses to pay
    for a part is measured by what can be obeyed with it at no further cost."""
    return max(number for _, number, costs in unbroken(board, kind, side) if costs <= paid)


def legal_declarations(board: Board, kind: str, side: str) -> list[Declaration]:
    """Every legal declaration of a side, those among them for which a cost must be paid."""
    needed = {costs: most(board, kind, side, costs) for _, _, costs in unbroken(board, kind, side)}
    return [d for d, number, costs in unbroken(board, kind, side) if number >= needed[costs]]


def part_of(board: Board, side: str, declaration: Declaration) -> Declaration:
    """What a side declares."""
    return frozenset(p for p in declaration if p[1] in board.named and board.named[p[1]].controller == side)


def declaring(board: Board, kind: str, declaration: Declaration) -> list[str]:
    """Whose declaration it is: each defending player declares alone (802.4), so only of those who declare
    something; to declare nothing is said of all."""
    return [side for side in sides(board, kind) if not declaration or part_of(board, side, declaration)]


def legal(board: Board, kind: str, declaration: Declaration) -> bool:
    """Whether a declaration is legal for all whose declaration it is."""
    return not breaks(board, kind, declaration) and all(
        obeyed(board, kind, side, declaration) >= most(board, kind, side, declaration)
        for side in declaring(board, kind, declaration)
    )
