"""What a phrase may refer to: the players, teams, objects and cards of one board, found by longest match."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from itertools import islice

from ..terms import quote, unquote

ID = re.compile(r'#(?:([\w-]+)|("(?:\\.|[^"\\])+"))')
STRING = re.compile(r'"(?:\\.|[^"\\])*"')
_TOKEN = re.compile(r"[\w'’-]+|[^\w\s]")
_BARE = re.compile(r"(?:(?!owner\b|x\d+\b)[^\W_][\w'’,.!-]*(?: (?=.)|\Z))+\Z", re.IGNORECASE)
_WORD = re.compile(r"[\w'’-]+\Z")
_LONGEST_BEYOND = 16

#: The kinds of individuals that a slot of a frame takes.
KINDS = {
    "object": ("object",),
    "player": ("player",),
    "team": ("team",),
    "target": ("object", "player"),
    "card": ("card",),
}


class Unclear(ValueError):
    """A word that names nothing or more than one thing: the message says which, ``advice`` what to do."""

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.advice = advice


class Names:
    """The individuals of a board by what they are called.

    >>> names = Names()
    >>> names.add("object", "lamp", "Old Lamp"); names.add("player", "A")
    >>> list(names.find(("object",), "Old Lamp blinds A", 0))
    [(8, 'lamp')]
    """

    def __init__(self) -> None:
        self.ids: dict[str, dict[str, str]] = {"object": {}, "player": {}, "team": {}, "card": {}}
        self._called: dict[str, dict[str, dict[str, None]]] = {kind: {} for kind in self.ids}
        self._longest = 1
        #: Finds the card that a name means beyond those added, or gives ``""``; may raise :class:`Unclear`.
        self.beyond: Callable[[str], str] | None = None

    def add(self, kind: str, ident: str, name: str = "", shown: str = "") -> None:
        """Make ``ident`` known, under its own text and under ``name``; it is printed as ``shown``."""
        self.ids[kind][ident] = shown
        for called in {_key(ident), _key(name)} - {""}:
            self._called[kind].setdefault(called, {})[ident] = None
            self._longest = max(self._longest, len(_TOKEN.findall(called)))

    def find(self, kinds: Collection[str], text: str, start: int) -> Iterator[tuple[int, str]]:
        """The end and the individual of each reference that starts here, longest first.

        Raises :class:`Unclear` for an unknown ``#id`` or quoted name, or for an ambiguous one.
        """
        if text.startswith("#", start) and (sharp := ID.match(text, start)):
            ident = sharp[1] or unquote(sharp[2])
            if not any(ident in self.ids[kind] for kind in kinds if kind != "card"):
                raise Unclear(f"there is no {sharp[0]} here")
            yield sharp.end(), ident
        elif string := STRING.match(text, start):
            found = self._one(kinds, unquote(string[0]), string[0])
            if found is None:
                raise Unclear(f"nothing here is called {string[0]}")
            yield string.end(), found
        else:
            longest = (
                max(self._longest, _LONGEST_BEYOND) if self.beyond and "card" in kinds else self._longest
            )
            ends = [token.end() for token in islice(_TOKEN.finditer(text, start), longest)]
            for end in reversed(ends):
                if (found := self._one(kinds, text[start:end], text[start:end])) is not None:
                    yield end, found

    def _one(self, kinds: Collection[str], name: str, said: str) -> str | None:
        found = [(kind, ident) for kind in kinds for ident in self._called[kind].get(_key(name), ())]
        if len(found) > 1:  # only an object may share its id with the name of others
            found = [each for each in found if each == (each[0], name) and each[0] != "object"] or found
        if len(found) > 1:
            options = ", ".join(self.show(kind, ident, sure=True) for kind, ident in found[:8])
            raise Unclear(f"{said} is ambiguous: it may be {options}; add or use an #id")
        if not found and self.beyond and "card" in kinds:
            return self.beyond(name) or None
        return found[0][1] if found else None

    def show(self, kind: str, ident: str, sure: bool = False) -> str:
        """How a phrase refers to an individual: ``#id``, a name that no other has, or a quoted text."""
        if kind == "target":
            kind = "player" if ident in self.ids["player"] else "object"
        name = self.ids[kind].get(ident, "")
        if kind == "object":
            if name and not sure and len(self._called[kind].get(_key(name), ())) == 1 and is_bare(name):
                return name
            return f"#{ident}" if _WORD.match(ident) else f"#{quote(ident)}"
        return show_name(ident) if kind == "card" else show_side(ident)

    def known(self, kind: str) -> list[str]:
        """All individuals of a kind as they are referred to."""
        return [self.show(each, ident) for each in KINDS.get(kind, ()) for ident in self.ids[each]]


def show_name(name: str) -> str:
    """A name as it stands in a phrase: bare where it reads back the same, else quoted."""
    return name if is_bare(name) else quote(name)


def show_side(name: str) -> str:
    """The name of a player or team: one word is bare, anything else is quoted."""
    return name if _WORD.match(name) else quote(name)


def is_bare(name: str) -> bool:
    """Whether a name reads back whole without quotes, on an object line and in a phrase."""
    return _BARE.match(name) is not None and not name[0].islower()


def _key(name: str) -> str:
    return " ".join(name.casefold().split())
