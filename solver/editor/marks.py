"""What can be told of a board text by its signs alone, in one pass: ids, texts in brackets, comments."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..board.syntax import line_of_kind
from ..terms import unquote

_MARK = re.compile(
    r"""(?P<text>\[(?:\\.|[^\]\\\n])*\]|\[(?:\\.|[^\[\]\\])*\])
    |(?P<string>"(?:\\.|[^"\\\n])*")
    |(?P<comment>//[^\n]*)
    |(?P<id>\#(?:[\w-]+|"(?:\\.|[^"\\\n])+"))
    |(?P<pointer>->)
    |(?P<sign>[<>{}()=@])
    |(?P<line>\n)""",
    re.VERBOSE,
)
_LINE = re.compile(r"[^\n]*")
#: A name may be two names with strokes between them.
_SECOND_NAME = re.compile(r"//\s+[^\W_a-zß-öø-ÿа-яё]")


class Mention(NamedTuple):
    """An ``#id`` in a text; ``declares`` where it is the name of the object on its line."""

    ident: str
    start: int
    end: int
    declares: bool


class Marks(NamedTuple):
    """The ids of a text, and the spans of its texts in brackets (with them) and of its comments."""

    mentions: tuple[Mention, ...]
    texts: tuple[tuple[int, int], ...]
    comments: tuple[tuple[int, int], ...]

    def text_at(self, offset: int) -> tuple[int, int] | None:
        """The text in brackets around an offset."""
        return next(((s, e) for s, e in self.texts if s < offset < e), None)

    def mention_at(self, offset: int) -> Mention | None:
        """The id at an offset."""
        return next((each for each in self.mentions if each.start <= offset <= each.end), None)

    def of(self, ident: str) -> list[Mention]:
        """All mentions of an id."""
        return [each for each in self.mentions if each.ident == ident]

    def home(self, ident: str) -> Mention | None:
        """Where the object with an id stands: where it is declared, or else mentioned first."""
        every = self.of(ident)
        return next((each for each in every if each.declares), every[0] if every else None)

    def in_comment(self, offset: int) -> bool:
        """Whether an offset is in a comment."""
        return any(start <= offset <= end for start, end in self.comments)


def marks_of(text: str) -> Marks:
    """The marks of a board text.

    >>> [(each.ident, each.declares) for each in marks_of("hall Lamp #a -> #b // #c").mentions]
    [('a', True), ('b', False)]
    """
    mentions: list[Mention] = []
    texts: list[tuple[int, int]] = []
    comments: list[tuple[int, int]] = []
    begun, names, inside = 0, _names_something(text, 0), ""
    position = 0
    while found := _MARK.search(text, position):
        position = found.end()
        match found.lastgroup:
            case "line":
                begun, names, inside = position, _names_something(text, position), ""
            case "comment":
                two_names = names and not inside and found.start() > begun
                if two_names and _SECOND_NAME.match(text, found.start()):
                    position = found.start() + 2
                else:
                    comments.append(found.span())
            case "id":
                ident = unquote(found[0][1:]) if found[0][1] == '"' else found[0][1:]
                depth = sum(inside.count(sign) for sign in "(<{") - sum(inside.count(sign) for sign in ")>}")
                declares = names and not depth and "=" not in inside and "-" not in inside
                mentions.append(Mention(ident, *found.span(), declares))
                inside += "#"
            case "text":
                texts.append(found.span())
                inside += "["
            case kind:
                inside += {"pointer": "-", "string": "@"}.get(str(kind), found[0])
    return Marks(tuple(mentions), tuple(texts), tuple(comments))


def _names_something(text: str, start: int) -> bool:
    """Whether the line that starts here is that of an object or a card."""
    line = _LINE.match(text, start)
    return line_of_kind(line[0] if line else "") in ("object", "card")
