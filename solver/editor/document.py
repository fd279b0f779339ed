"""A document as an editor has it open: one version of its text, and what is understood of it when it is needed."""

from __future__ import annotations

from functools import cached_property
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from ..board.faults import Examined, examine
from ..derivation.rulebook import Rulebook
from ..errors import HeadjudgeError
from ..notation.names import Names
from ..notation.pack import Notation
from .marks import Marks, marks_of
from .places import Places

#: The names of the files of cards.
CARDS = (".card", ".cards")
#: What editors may call the language of a document.
CARD_LANGUAGE = "headjudge-card"


class Document:
    """One version of a text. What is understood of it is worked out once, when it is first asked for."""

    def __init__(self, uri: str, text: str, version: int | None = None, language: str = "") -> None:
        self.uri, self.text, self.version = uri, text, version
        self.is_of_cards = language == CARD_LANGUAGE or uri.lower().endswith(CARDS)

    @property
    def name(self) -> str:
        """The name of its file."""
        return PurePosixPath(unquote(urlsplit(self.uri).path)).name or self.uri

    @cached_property
    def places(self) -> Places:
        """Its places."""
        return Places(self.text)

    @cached_property
    def marks(self) -> Marks:
        """The marks of a board."""
        return marks_of(self.text)

    @cached_property
    def examined(self) -> Examined:
        """A board as far as it can be read, with all its faults."""
        return examine(self.text, self.name)

    @property
    def names(self) -> Names:
        """The individuals of a board."""
        return self.examined.board.names if self.examined.board else Names()

    @cached_property
    def header(self) -> tuple[str, str]:
        """The game and the edition in the first line of a board, whether or not there are such; ``""`` if not."""
        for line in self.text.removeprefix("\ufeff").splitlines():
            if words := line.partition("//")[0].split():
                return words[0], words[1] if words[1:] else ""
        return "", ""

    @cached_property
    def notation(self) -> Notation | None:
        """The notation of the game of a board; ``None`` if there is no such game."""
        try:
            return Notation.load(self.header[0])
        except HeadjudgeError:
            return None

    def rulebook(self, edition: str = "") -> Rulebook | None:
        """The rules under an edition, or that of the board; ``None`` if there are none."""
        try:
            return Rulebook.load(self.header[0], edition or self.header[1] or None)
        except HeadjudgeError:
            return None
