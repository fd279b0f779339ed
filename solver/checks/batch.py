"""All checks of an encoding in one run: structure first, then the bounded search, moment after moment."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..derivation.rulebook import Rulebook
from ..errors import Malformed
from . import blocks, structure, subsumption
from .conflicts import CONFLICTS, OF_A_DERIVATION, conflicts, program
from .encoding import Encoding
from .endless import endless_loops
from .finding import Finding
from .firing import FIRES, SILENT, UNSAID, Firing, firings
from .redundancy import redundancies
from .scope import SCRIPT, Scope, scopes_of
from .scripts import TRIALS, walk
from .search import one_world, rules_in

#: The checks that need no search.
STRUCTURE = (*structure.CHECKS, *blocks.CHECKS, *subsumption.CHECKS)
#: Clauses are switched off among so many objects: two worlds are searched, so one object fewer.
_FEWER = 1


@dataclass
class Report:
    """What the checks of an encoding found. ``bounds`` say what the search covered, ``unreached`` are the
    clauses in force that no board of the scopes reaches: of them nothing is known."""

    game: str
    edition: str
    findings: list[Finding] = field(default_factory=list)
    firings: list[Firing] = field(default_factory=list)
    bounds: list[str] = field(default_factory=list)
    unreached: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The report as JSON data."""
        fired = [
            {"clause": f.clause, "moment": f.moment, "found": f.found, "bound": f.bound, "proven": f.proven,
             "verified": f.verified, "board": str(f.board) if f.board else None, "ruling": f.said}
            for f in self.firings
        ]  # fmt: skip
        return {
            "game": self.game, "edition": self.edition, "bounds": self.bounds,
            "findings": [finding.to_json() for finding in self.findings],
            "firings": fired, "unreached": list(self.unreached),
        }  # fmt: skip


#: Called with what is being done, and how much of the whole is done by then (0 to 1).
Seen = Callable[[str, float], None]


def structural(encoding: Encoding) -> Iterator[Finding]:
    """The findings of all checks that need no search, those explained in the register with their reasons."""
    for check in STRUCTURE:
        for finding in check(encoding):
            yield explained(finding, encoding)


def explained(finding: Finding, encoding: Encoding) -> Finding:
    """A finding with the reason that the register of its pack gives for it, if it gives one."""
    reasons = encoding.register.get("explained", {}).get(finding.code, {})
    reason = reasons.get(finding.subject, reasons.get("*", ""))
    return dataclasses.replace(finding, explained=reason) if reason else finding


def check_encoding(
    encoding: Encoding, edition: str = "", objects: int = 3, seen: Seen = lambda what, share: None
) -> Report:
    """Check an encoding: its structure, and under one edition (the newest if none is named) what a bounded
    search with so many objects finds. Raises Malformed for an edition that there is not."""
    book = next((b for b in encoding.books if b.edition == (edition or encoding.books[-1].edition)), None)
    if book is None:
        known = tuple(each.edition for each in encoding.books)
        raise Malformed(f"there is no edition {edition} of {encoding.game}", expected=known)
    report = Report(encoding.game, book.edition)
    seen("structure", 0.0)
    report.findings += structural(encoding)
    if not encoding.pack.folder.joinpath("scope.lp").is_file():
        report.bounds.append("nothing was searched: the pack has no scope.lp")
        return report
    scopes = scopes_of(encoding.pack, objects)
    for number, scope in enumerate(scopes):
        share = 0.05 + 0.95 * number / len(scopes)
        part_of = functools.partial(_shared, seen, share, 0.95 / len(scopes))
        (_follow if scope.moment == SCRIPT else _search)(report, encoding, book, scope, part_of)
    reached = {rule.clause for scope in scopes if scope.moment != SCRIPT for rule in rules_in(book, scope)}
    reached.update(firing.clause for firing in report.firings)
    report.unreached = tuple(slug for slug in book.numbers if slug not in reached)
    report.findings += (explained(f, encoding) for f in _silent(report, book))
    return report


def _shared(seen: Seen, share: float, width: float, what: str, part: float) -> None:
    """Tell how far the whole is when a part of it is so far."""
    seen(what, share + width * part)


def _search(report: Report, encoding: Encoding, book: Rulebook, scope: Scope, seen: Seen) -> None:
    seen(f"{scope.moment}: contradictions", 0.0)
    search = one_world(book, scope, program())
    found = [explained(f, encoding) for f in conflicts(book, scope, search)]
    kinds = {finding.code for finding in found}
    free = [conflict.kind for conflict in CONFLICTS if conflict.kind not in kinds]
    report.bounds.append(f"none of {', '.join(free)}: {scope}")
    if scope.moment == book.pack.main_moment:
        loops = [explained(f, encoding) for f in endless_loops(book, scope)]
        if not loops:
            report.bounds.append(f"no endless loop, however long, of boards that are all: {scope}")
        found += loops
    total = max(len({rule.clause for rule in rules_in(book, scope)}), 1)
    count = iter(range(10 * total))
    for firing in firings(
        book, scope, search, lambda: seen(f"{scope.moment}: firing boards", 0.7 * next(count) / total)
    ):
        report.firings.append(firing)
        if firing.looped and firing.board:
            found.append(explained(firing.loop(book), encoding))
    fire = frozenset(f.clause for f in report.firings if f.moment == scope.moment and f.found == FIRES)
    smaller = Scope(scope.pack, scope.moment, max(scope.objects - _FEWER, 1))
    seen(f"{scope.moment}: redundancy", 0.75)
    needed = {slug for f in report.findings if f.code == "redundant" for slug in (f.subject,)}
    for finding in redundancies(book, smaller, fire):
        if finding.subject not in needed:
            found.append(explained(finding, encoding))
    report.findings += found


def _follow(report: Report, encoding: Encoding, book: Rulebook, scope: Scope, seen: Seen) -> None:
    """Rule on boards with whole scripts and look into every derivation on the way."""
    walked = walk(book, scope, TRIALS, lambda share: seen("whole scripts", share))
    kinds = {finding.code for finding in walked.findings}
    free = [conflict.kind for conflict in OF_A_DERIVATION if conflict.kind not in kinds]
    report.bounds.append(f"none of {', '.join(free)}: {walked.bound}")
    report.firings += walked.firings
    report.findings += (explained(finding, encoding) for finding in walked.findings)


def _silent(report: Report, book: Rulebook) -> Iterator[Finding]:
    """The clauses that some board reaches and that fire on none, at no moment; those of which no board can be
    written; those that fire only on boards that the solver does not confirm."""
    by_clause: dict[str, list[Firing]] = {}
    for firing in report.firings:
        by_clause.setdefault(firing.clause, []).append(firing)
    for slug, found in by_clause.items():
        clause = book.pack.clauses[slug]
        place = clause.file, clause.line
        kinds = {firing.found for firing in found}
        bound = "; ".join(firing.bound for firing in found)
        if kinds == {SILENT}:
            yield Finding("never-fires", "warning", slug, "it fires on no board", *place, bound)
        elif FIRES not in kinds and UNSAID in kinds:
            yield Finding(
                "unsaid-board", "note", slug, "no board on which it fires can be written", *place, bound
            )
        elif not any(firing.verified for firing in found):
            board = next(str(firing.board) for firing in found if firing.board)
            message = "the solver does not confirm that it fires"
            yield Finding("not-confirmed", "error", slug, message, *place, bound, board)
