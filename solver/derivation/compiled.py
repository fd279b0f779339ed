"""Compiled rules as they are kept in the cache: a board needs one in ten of them, so each is unpacked when it
is first asked for."""

from __future__ import annotations

import hashlib
import marshal
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import starmap
from typing import Any, NamedTuple

from ..tables import files, keep, kept
from .ground import CLINGO_VERSION
from .reach import Outline, outline_of
from .rule import BrokenRules, Literal, Rule

#: The files that say what is kept.
_MADE_BY = ("compiled.py", "compiling.py", "reach.py", "rule.py")


#: What goes on around a compilation, which takes seconds and comes once for each version: commands show it.
around_compiling: Callable[[], AbstractContextManager[object]] = nullcontext


class Clause(NamedTuple):
    """A clause as its ``%!`` block states it: slug, paraphrase, and where it stands."""

    slug: str
    paraphrase: str
    file: str
    line: int


class Packed(Sequence[Rule]):
    """Rules in their order, each unpacked when it is first asked for, with their outline."""

    def __init__(self, rows: Sequence[bytes], outline: Outline) -> None:
        self._rows = rows
        self._rules: dict[int, Rule] = {}
        self.outline = outline

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, number: Any) -> Any:
        """The rule of a number, or the rules of a row of numbers."""
        if isinstance(number, slice):
            return tuple(self[each] for each in range(*number.indices(len(self))))
        if number not in self._rules:
            self._rules[number] = _rule(marshal.loads(self._rows[number]))
        return self._rules[number]


class Compiled(NamedTuple):
    """What the texts of a pack are compiled to; ``given`` are the names of heads."""

    rules: Packed
    clauses: Mapping[str, Clause]
    given: frozenset[str]


def _plain(value: Any) -> Any:
    """Nested named tuples as plain ones."""
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


def _literal(text: str, kind: str, variables: Any, conditions: Any) -> Literal:
    inner = tuple([tuple(starmap(_literal, each)) for each in conditions]) if conditions else ()
    return Literal(text, kind, variables, inner)


def _rule(row: tuple[Any, ...]) -> Rule:
    body = Rule._fields.index("body")
    return Rule._make((*row[:body], tuple(starmap(_literal, row[body])), *row[body + 1 :]))


def compiled(digest: str, texts: Mapping[str, str]) -> Compiled:
    """The rules and clauses of rule files by name, in their order; ``digest`` names their content.

    Raises :class:`BrokenRules` for rules that cannot be read and for a clause that stands twice.
    """
    room = files("headjudge.derivation")
    makers = "".join(room.joinpath(file).read_text(encoding="utf-8") for file in _MADE_BY)
    key = hashlib.sha256(f"{digest} {CLINGO_VERSION} {makers}".encode()).hexdigest()[:24]
    plain = kept(f"rules-{key}")
    if plain is None:
        from .compiling import compile_rules

        with around_compiling():
            clauses = clauses_of(texts)
            rules = [rule for file, text in texts.items() for rule in compile_rules(text, file)]
        given = sorted({rule.signature.partition("/")[0] for rule in rules})
        rows = [marshal.dumps(_plain(rule)) for rule in rules]
        plain = (rows, outline_of(rules).plain, given, [tuple(clause) for clause in clauses])
        keep(f"rules-{key}", plain)
    rows, outline, given, found = plain
    by_slug = {row[0]: Clause._make(row) for row in found}
    return Compiled(Packed(rows, Outline(*outline)), by_slug, frozenset(given))


_BLOCK = re.compile(r"^%! (?P<slug>[a-z]\w*)\n(?P<text>(?:^%! .*\n)+)", re.MULTILINE)


def clauses_of(texts: Mapping[str, str]) -> Iterable[Clause]:
    """The clauses of rule files, by name, in their order; :class:`BrokenRules` for one that stands twice."""
    found: dict[str, Clause] = {}
    for file, text in texts.items():
        for block in _BLOCK.finditer(text):
            slug, line = block["slug"], text.count("\n", 0, block.start()) + 1
            paraphrase = " ".join(part.removeprefix("%! ") for part in block["text"].splitlines())
            if slug in found:
                where = found[slug].file
                other = "the clause stands twice" if where == file else f"it stands in {where} too"
                raise BrokenRules(f"{file}:{line}: {slug}: {other}")
            found[slug] = Clause(slug, paraphrase, file, line)
    return found.values()
