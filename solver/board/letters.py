"""A board said again for print in the letters of a language, where the notation has words in them."""

from __future__ import annotations

from dataclasses import replace

from ..notation.pack import Notation
from ..terms import quote
from .model import Board, Object


def in_letters(board: Board, letters: str) -> Board:
    """The board with its zones, states, values and effects in words written in ``letters``.

    ``letters`` is a pattern for one letter (:meth:`Notation.load`). Names, card texts and type lines
    stay as they are.
    """
    saying = _Saying(board, letters)
    return replace(
        board,
        turn=tuple(saying.again("turn", each) for each in board.turn),
        players=tuple(
            replace(
                player,
                values=tuple(saying.again("player", each, player.name) for each in player.values),
                objects=tuple(map(saying.thing, player.objects)),
                hidden=tuple((saying.zone(zone), number) for zone, number in player.hidden),
            )
            for player in board.players
        ),
        effects=tuple(replace(each, text=saying.again("effect_line", each.text)) for each in board.effects),
        happened=tuple(saying.again("happened", each) for each in board.happened),
    )


class _Saying:
    def __init__(self, board: Board, letters: str) -> None:
        self._plain, self._own = Notation.load(board.game), Notation.load(board.game, letters)
        self._names = board.names

    def thing(self, thing: Object) -> Object:
        states = tuple(self.again("state", each, thing.id) for each in thing.states)
        return replace(thing, zone=self.zone(thing.zone), states=states)

    def zone(self, word: str) -> str:
        meant = self._plain.vocabulary["zone"].get(word)
        return next((own for own, zone in self._own.vocabulary["zone"].items() if zone == meant), word)

    def again(self, section: str, text: str, subject: str = "") -> str:
        """A phrase of a section in the first words that state the same."""
        found = self._plain.frames.find(section, text, self._names)
        if found is None or text[found.end :].strip():
            return text
        facts = found.facts(self=quote(subject), id="0")
        said = self._own.frames.phrase_of(facts[0], section, self._names) if len(facts) == 1 else None
        return said or text
