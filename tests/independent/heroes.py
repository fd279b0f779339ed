"""Wounds in Berserk. Heroes, worked out by hand: protections, replacements, limits and preventions in turn.

Written from the text of 514 to 516 without the rules of the project, as plain recursion over all choices. A
table has two cards of one player that can be hit, a squire and a target, and effects that sources of either
player have put on them. :func:`outcomes` gives every end that the choices lead to, :func:`board` the table as
a board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from hypothesis import strategies as st

INACTIVE, ACTIVE = "B", "A"
CARDS = ("target", "squire")


@dataclass(frozen=True)
class Shield:
    """A prevention effect on a card: ``rest`` wounds, "next" in all, "each time", or "once"."""

    bearer: str
    player: str
    rest: int
    sort: str
    against: str = "anything"
    present: bool = True


@dataclass(frozen=True)
class Instead:
    """A replacement effect on a card: what it puts in the place of wounds, and whether that is optional.

    ``deed`` is "nothing", "wounds", "close", "heal" or "takes": the bearer takes those of the other card.
    """

    bearer: str
    player: str
    deed: str
    number: int = 0
    may: bool = False


@dataclass(frozen=True)
class Table:
    """What is hit, by what, and what there is against it."""

    hits: tuple[tuple[str, int], ...]
    shields: tuple[Shield, ...]
    replacements: tuple[Instead, ...]
    most: int | None = None
    protected: str = ""


@dataclass(frozen=True)
class Result:
    """The wounds of the cards, which of them are closed, and what is left of each shield (0: used up)."""

    wounds: tuple[tuple[str, int], ...]
    closed: frozenset[str]
    rests: tuple[int, ...]


def outcomes(table: Table) -> set[Result]:
    """Every end of the table."""
    rests = tuple(shield.rest for shield in table.shields)
    ends = {Result(tuple((card, 0) for card in CARDS), frozenset(), rests)}
    for kind, number in table.hits:
        ends = {
            end
            for before in ends
            for end in _hit(table, before, kind, "target", number, frozenset(), frozenset())
        }
    return ends


def _hit(
    table: Table, now: Result, kind: str, card: str, number: int, used: frozenset[int], left: frozenset[int]
) -> Iterator[Result]:
    """What comes of wounds that are about to be dealt; ``used`` and ``left`` are replacements so far."""
    if card == "target" and table.protected == kind:
        yield now
        return
    fitting = [
        index
        for index, each in enumerate(table.replacements)
        if index not in used | left
        and number > 0
        and (each.bearer != card if each.deed == "takes" else each.bearer == card)
    ]
    optional = [index for index in fitting if table.replacements[index].may]
    for answers in product((True, False), repeat=len(optional)):
        declined = {index for index, wanted in zip(optional, answers, strict=True) if not wanted}
        wanted = [index for index in fitting if index not in declined]
        if not wanted and declined:
            yield from _hit(table, now, kind, card, number, used, left | declined)
        elif not wanted:
            yield from _prevented(table, now, kind, card, number)
        # Whoever chooses, every choice is an outcome.
        for index in wanted:
            yield from _replaced(table, now, kind, card, number, index, used | {index}, left | declined)


def _replaced(
    table: Table,
    now: Result,
    kind: str,
    card: str,
    number: int,
    index: int,
    used: frozenset[int],
    left: frozenset[int],
) -> Iterator[Result]:
    each = table.replacements[index]
    match each.deed:
        case "nothing":
            yield now
        case "wounds":
            yield from _hit(table, now, kind, card, each.number, used, left)
        case "takes":
            yield from _hit(table, now, kind, each.bearer, number, used, left)
        case "close":
            yield replace(now, closed=now.closed | {card})
        case "heal":
            yield _changed(now, card, -each.number)


def _prevented(table: Table, now: Result, kind: str, card: str, number: int) -> Iterator[Result]:
    if card == "target" and table.most is not None:
        number = min(number, table.most)
    for rests, dealt in _turns(table, now.rests, kind, card, number, frozenset()):
        yield _changed(replace(now, rests=rests), card, dealt)


def _turns(
    table: Table, rests: tuple[int, ...], kind: str, card: str, number: int, done: frozenset[int]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every order in which the players use their shields: the inactive player's first."""
    fitting = [
        index
        for index, shield in enumerate(table.shields)
        if shield.bearer == card
        and shield.present
        and rests[index]
        and index not in done
        and shield.against in ("anything", kind)
    ]
    first = [index for index in fitting if table.shields[index].player == INACTIVE] or fitting
    if not number or not first:
        yield rests, number
    else:
        for index in first:
            prevented = min(rests[index], number)
            kept_of = {"each time": rests[index], "next": rests[index] - prevented, "once": 0}
            yield from _turns(
                table,
                (*rests[:index], kept_of[table.shields[index].sort], *rests[index + 1 :]),
                kind,
                card,
                number - prevented,
                done | {index},
            )


def _changed(now: Result, card: str, number: int) -> Result:
    return replace(
        now, wounds=tuple((each, max(0, n + number if each == card else n)) for each, n in now.wounds)
    )


# ---- random tables, and the same as boards ----


def random_table(random: Random) -> Table:
    """Mostly what concerns the card that is hit, so that effects meet each other."""
    pick = random.choice
    shields = tuple(
        Shield(
            pick(("target", "target", "target", "squire")),
            pick((ACTIVE, INACTIVE)),
            random.randint(1, 4),
            pick(("next", "next", "each time", "once")),
            pick(("anything", "anything", "anything", "strike", "shot")),
            pick((True, True, True, True, False)),
        )
        for _ in range(random.randint(1, 3))
    )
    replacements = tuple(
        Instead(
            pick(CARDS),
            pick((ACTIVE, INACTIVE)),
            pick(tuple(_DEEDS)),
            random.randint(1, 4),
            pick((True, False)),
        )
        for _ in range(pick((0, 0, 1, 2)))
    )
    hits = tuple((pick(("strike", "shot")), random.randint(1, 6)) for _ in range(pick((1, 1, 2))))
    return Table(hits, shields, replacements, pick((None, None, None, 2)), pick(("", "", "", "", "shot")))


def tables() -> st.SearchStrategy[Table]:
    """Random tables; each is drawn from one number, since drawn value by value they hardly differ."""
    return st.integers(0, 10**6).map(lambda seed: random_table(Random(seed)))


_AMOUNTS = {"next": "the next {n} wounds", "each time": "{n} wounds each time", "once": "{n} wounds once"}
_DEEDS = {
    "nothing": "nothing",
    "wounds": "{n} wounds",
    "close": "close",
    "heal": "heal {n}",
    "takes": "it receives them",
}


def board(table: Table) -> str:
    """The table as a board; effect lines keep effects of one wording apart."""
    states = [
        "life 99",
        *([f"cannot receive more than {table.most} wounds"] if table.most is not None else []),
    ]
    states += [f"protection from {table.protected}s"] if table.protected else []
    lines = [
        "berserk-heroes 2ed", "turn A", "player A", "  game-zone Orc #orc <Creature> (life 99)",
        "  game-zone Source #a <Creature> (life 99)", "  graveyard Gone #gone-a <Creature> (life 99)",
        "player B", f"  game-zone Target #target <Creature> ({', '.join(states)})",
        "  game-zone Squire #squire <Creature> (life 99)", "  game-zone Source #b <Creature> (life 99)",
        "  graveyard Gone #gone-b <Creature> (life 99)",
    ]  # fmt: skip
    for shield in table.shields:
        source = f"#{'' if shield.present else 'gone-'}{shield.player.lower()}"
        amount = _AMOUNTS[shield.sort].format(n=shield.rest)
        against = "" if shield.against == "anything" else f" from {shield.against}s"
        lines.append(f"effect  from {source}: #{shield.bearer} gains prevents {amount}{against}")
    for each in table.replacements:
        awaited = "wounds to your creatures" if each.deed == "takes" else "wounds"
        may = " may" if each.may else ""
        deed = _DEEDS[each.deed].format(n=each.number)
        lines.append(
            f"effect  from #{each.player.lower()}: #{each.bearer} gains instead of {awaited}{may}: {deed}"
        )
    lines += [f"then #orc deals {number} wounds to #target with a {kind}" for kind, number in table.hits]
    return "\n".join([*lines, ""])
