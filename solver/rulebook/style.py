"""How rulebooks of one kind are written: their numbers, their references and their words.

A style is a table ``grammar/rulebooks/<name>.toml``: what a number looks like at each level, what stands
before a reference, which constructions define a term. Nothing of this is known to the code.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import Malformed
from ..nearest import did_you_mean
from ..tables import files, read_table

#: A number is not the beginning of a longer one, and not the end of a sum or a path.
_ALONE = r"(?<![\w.,/$+{{-])(?:{})(?!\w|\.\d|[/}}])"


@dataclass(frozen=True, slots=True)
class Level:
    """One level of numbers; ``first`` is what its first number below a parent ends with ("" if any may)."""

    name: str
    number: re.Pattern[str]
    heading: bool
    first: str


@dataclass(frozen=True, eq=False)
class Style:
    """The style of a rulebook, ready for reading; grammar/rulebooks/README.md tells of its table."""

    name: str
    title: str
    levels: tuple[Level, ...]
    head: re.Pattern[str]
    counted: re.Pattern[str] | None
    skipped: str
    layout: Mapping[str, Any]
    reference: re.Pattern[str]
    further: re.Pattern[str]
    span: re.Pattern[str]
    quoted_title: re.Pattern[str]
    see: re.Pattern[str]
    pointer: re.Pattern[str]
    retired: re.Pattern[str]
    used: tuple[re.Pattern[str], ...]
    defined: tuple[re.Pattern[str], ...]
    kind: re.Pattern[str]
    definition: re.Pattern[str]
    stop: frozenset[str]
    prefixes: tuple[str, ...]
    same: tuple[str, ...]
    doubled: frozenset[str]
    stemmer: str
    encodings: tuple[str, ...]


def styles() -> tuple[str, ...]:
    """The names of all styles."""
    found = (file.name for file in files("headjudge.grammar").joinpath("rulebooks").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


@functools.cache
def load(name: str) -> Style:
    """A style by its name. Raises :class:`Malformed` if there is none of that name."""
    if name not in styles():
        advice = did_you_mean(name, styles()) or "name one of them"
        raise Malformed("there is no such style of rulebooks", found=name, expected=styles(), advice=advice)
    table = read_table(files("headjudge.grammar").joinpath("rulebooks", f"{name}.toml"))
    rows = table["level"]
    levels = tuple(
        Level(row["name"], re.compile(row["number"]), row.get("heading", False), row.get("first", ""))
        for row in rows
    )
    deepest_first = rows[::-1]
    head = "|".join(
        rf"(?P<number{at}>{row['number']})(?!\w|\.\d)(?P<ends{at}>{row['ends']})"
        for at, row in enumerate(deepest_first)
    )
    any_number = "|".join(row["number"] for row in deepest_first)
    dotted = "|".join(row["number"] for row in deepest_first if r"\." in row["number"]) or r"(?!)"
    references, terms, words = table["references"], table["terms"], table["words"]
    before = "|".join(references["before"])
    counted = next((row["counted"] for row in rows if "counted" in row), "")
    lone, lone_dotted = _ALONE.format(any_number), _ALONE.format(dotted)
    return Style(
        name=name,
        title=table["title"],
        levels=levels,
        head=re.compile(rf"(?:{head})"),
        counted=re.compile(counted, re.MULTILINE) if counted else None,
        skipped=table["numbering"]["skipped"],
        layout=table["layout"],
        reference=re.compile(
            rf"(?:{before})(?P<told>{any_number})(?!\w|[/}}])(?!\.\d)|(?P<dotted>{lone_dotted})"
        ),
        further=re.compile(rf"(?:{references['between']})(?P<number>{lone})"),
        span=re.compile(rf"(?:{references['range']})(?P<end>(?:{any_number}|\d+|[a-z]{{1,2}})(?!\w))"),
        quoted_title=re.compile(references["title"], re.MULTILINE),
        see=re.compile(references["see"]),
        pointer=re.compile(references["pointer"]),
        retired=re.compile(references["retired"]),
        used=tuple(map(re.compile, terms["used"])),
        defined=tuple(map(re.compile, terms["defined"])),
        kind=re.compile(terms["kind"]),
        definition=re.compile(terms["definition"], re.MULTILINE),
        stop=frozenset(words["stop"].split()),
        prefixes=tuple(words["prefixes"]),
        same=tuple(words["same"]),
        doubled=frozenset(words["doubled"]),
        stemmer=table["stemmer"],
        encodings=tuple(table["encodings"]),
    )
