"""All checks of a rulebook's text together."""

from __future__ import annotations

from .check_aim import check_aim
from .check_numbers import check_numbers
from .check_references import check_lone_numbers, check_references
from .check_sentences import check_sentences
from .check_terms import check_terms
from .document import Document
from .findings import ERROR, NOTE, WARNING, Finding
from .graph import build
from .subjects import Subjects

_GRAVITY = {ERROR: 0, WARNING: 1, NOTE: 2}
_DOUBT = {"": 0, "strong": 0, "moderate": 1, "weak": 2}


def check(document: Document) -> list[Finding]:
    """Everything that the checks find: the gravest first, of these the surest, then in the order of lines."""
    subjects = Subjects(document)
    findings = [
        *check_numbers(document, build(document)),
        *check_references(document, subjects),
        *check_lone_numbers(document, subjects),
        *check_aim(document, subjects),
        *check_terms(document, subjects.words),
        *check_sentences(document),
    ]
    return sorted(findings, key=_rank)


def _rank(finding: Finding) -> tuple[int, int, int, int, str]:
    gravity, doubt = _GRAVITY[finding.severity], _DOUBT[finding.confidence]
    return gravity, doubt, finding.line, finding.column, finding.code.code
