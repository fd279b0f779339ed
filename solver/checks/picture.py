"""Reports as HTML pages: boards as tables of players and zones, findings and rulings beside them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..board.model import Board, Object


@dataclass(frozen=True)
class Card:
    """One object as it is drawn: its name and id, what is printed, and its state in words."""

    name: str
    id: str
    cost: str
    numbers: str
    type_line: str
    text: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Side:
    """A player with what is said of them, and their zones with the objects in each."""

    name: str
    values: tuple[str, ...]
    zones: tuple[tuple[str, tuple[Card, ...]], ...]


@dataclass(frozen=True)
class Picture:
    """A board as it is drawn: what stands above the players, the players, and the lines below them."""

    head: tuple[str, ...]
    sides: tuple[Side, ...]
    lines: tuple[str, ...]
    source: str


def picture(board: Board) -> Picture:
    """A board as data for a page."""
    described = {card.name: card for card in board.cards}

    def drawn(thing: Object) -> Card:
        card = described.get(thing.copy or thing.name)
        printed = {
            part: getattr(thing, part) or (getattr(card, part) if card else "")
            for part in ("cost", "numbers", "type_line", "text")
        }
        notes = [f"{kind} ×{number}" for kind, number in thing.counters]
        notes += thing.states
        notes += [f"→ {thing.target}"] if thing.target else []
        notes += [f"owner {thing.owner}"] if thing.owner else []
        return Card(thing.name, thing.id, **printed, notes=tuple(notes))

    sides = []
    for player in board.players:
        zones: dict[str, list[Card]] = {}
        for thing in player.objects:
            zones.setdefault(thing.zone, []).append(drawn(thing))
        rows = tuple((zone, tuple(cards)) for zone, cards in zones.items())
        rows += tuple(
            (zone, (Card(f"? ×{number}", "", "", "", "", "", ()),)) for zone, number in player.hidden
        )
        values = (*player.values, *((f"[{player.text}]",) if player.text else ()))
        sides.append(Side(player.name, values, rows))
    lines = [f"effect: {effect.text}" for effect in board.effects]
    lines += [f"happened: {text}" for text in board.happened]
    lines += [f"then: {step.text}" for step in board.script]
    head = (*(f"variant {variant}" for variant in board.variants), *board.turn,
            *(" ".join((team.name, *team.values)) for team in board.teams))  # fmt: skip
    return Picture(head, tuple(sides), tuple(lines), str(board))


def page(name: str, **values: Any) -> str:
    """A page from the template of this name. Its filter ``picture`` makes a picture of a board."""
    from jinja2 import Environment, PackageLoader

    templates = Environment(
        loader=PackageLoader("headjudge.checks", "pages"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["picture"] = picture
    templates.filters["parsed"] = lambda text: picture(Board.parse(text))
    return templates.get_template(name).render(**values)


def counted(values: Iterable[str]) -> dict[str, int]:
    """How often each value stands there, the first that was met first."""
    found: dict[str, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return found
