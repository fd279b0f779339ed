"""Cards of a set editor: an archive that holds a file ``set``, or that file by itself.

It is text in which a tab more means "part of the line above": ``card:`` and below it ``key: value``; a value
of several lines stands below its key. ``[set_editor]`` of ``rules/<game>/design/written.toml`` names the
keys.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping

from ..cards.importing import Progress
from ..errors import Malformed, Place
from .design import Design
from .loose import in_symbols
from .written import TEXT, WrittenCard

#: The file of an archive that is the set.
SET = "set"
_CARD = "card"
_KEY = re.compile(r"(\t*)([^\t:][^:]*):(?: (.*))?")
_SYMBOLS = re.compile(r"<sym(?:-auto)?>(.*?)</sym(?:-auto)?>")
_TAG = re.compile(r"</?[a-z][^<>]*>")
_HALVES = ("", "_2")
_MOST_ABILITIES = 9


def is_set(file: str) -> bool:
    """Whether an archive holds a set."""
    try:
        with zipfile.ZipFile(file) as archive:
            return SET in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def set_text(file: str) -> str:
    """The text of the set in an archive. Raises :class:`Malformed` for one that is broken."""
    try:
        with zipfile.ZipFile(file) as archive:
            return archive.read(SET).decode("utf-8-sig")
    except (OSError, zipfile.BadZipFile, RuntimeError) as error:
        raise Malformed(f"the archive cannot be unpacked: {error}", place=Place(file)) from None
    except UnicodeDecodeError:
        raise Malformed("the set is not UTF-8", place=Place(file)) from None


def set_cards(
    text: str, design: Design, file: str, progress: Progress | None = None
) -> Iterator[WrittenCard]:
    """The cards of a set, in its order. Raises :class:`Malformed` for a line that is none of a set."""
    for number, (line, values) in enumerate(_blocks(text, file), 1):
        if progress and number % 50 == 0:
            progress(line, text.count("\n") + 1, number)
        halves = [half for half in _HALVES if values.get(f"name{half}") or not half]
        names = [_plain(values.get(f"name{half}", ""), design) for half in halves]
        whole = " // ".join(names) if len(names) > 1 else ""
        for half in halves:
            printed = _fields(values, half, design)
            yield WrittenCard(design.game, printed, Place(file, line, 1), whole=whole)


def _blocks(text: str, file: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Where each card begins, and its values by their keys."""
    values: dict[str, str] | None = None
    start, key = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        depth = len(line) - len(line.lstrip("\t"))
        found = _KEY.fullmatch(line)
        if depth == 0:
            if values is not None:
                yield start, values
            values, key = None, ""
            if line.strip() and not found:
                what, expected = "this is no line of a set", ("key: value", "a tab more")
                raise Malformed(what, place=Place(file, number, 1), found=line[:60], expected=expected)
            if found and found[2] == _CARD:
                values, start = {}, number
        elif values is None:
            continue
        elif depth == 1 and found:
            key = found[2].strip().replace(" ", "_")
            values[key] = found[3] or ""
        elif depth > 1 and key:
            values[key] = f"{values[key]}\n{line[2:]}" if values[key] else line[2:]
    if values is not None:
        yield start, values


def _fields(values: Mapping[str, str], half: str, design: Design) -> dict[str, str]:
    table = design.written["set_editor"]
    printed: dict[str, str] = {}
    for field, keys in table["fields"].items():
        parts = [_plain(values.get(key + half, ""), design) for key in keys]
        printed[field] = table["between"].get(field, " ").join(filter(None, parts))
        if field in table["loose"]:
            printed[field] = in_symbols(printed[field], design)
    lines = [printed[TEXT]]
    for number in range(1, _MOST_ABILITIES):
        cost, said = (_plain(values.get(key.format(number) + half, ""), design) for key in table["abilities"])
        if said:
            lines.append(f"{cost}: {said}" if cost else said)
    printed[TEXT] = "\n".join(filter(None, lines))
    return {field: value for field, value in printed.items() if value}


def _plain(value: str, design: Design) -> str:
    """A value without the editor's tags; what stands as symbols has braces."""
    value = _SYMBOLS.sub(lambda found: in_symbols(_TAG.sub("", found[1]), design), value)
    lines = (" ".join(line.split()) for line in _TAG.sub("", value).split("\n"))
    return "\n".join(filter(None, lines))
