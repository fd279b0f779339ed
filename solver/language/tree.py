"""The trees that grammars read texts into."""

from __future__ import annotations

from collections.abc import Sequence


class Token(str):
    """A piece of a text: the terminal that it is, and where it stands."""

    __slots__ = ("end", "start", "type")
    type: str
    start: int
    end: int

    def __new__(cls, terminal: str, text: str, start: int = 0, end: int = 0) -> Token:
        token = super().__new__(cls, text)
        token.type, token.start, token.end = terminal, start, end
        return token


class Tree:
    """A production with its parts."""

    __slots__ = ("children", "data")

    def __init__(self, data: str, children: Sequence[Node]) -> None:
        self.data, self.children = data, children

    def __repr__(self) -> str:
        return f"Tree({self.data!r}, {self.children!r})"


#: What is read: the tree of a production, or a token that is all there is of one.
Node = Tree | Token
