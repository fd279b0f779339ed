"""The findings in written cards as a table, as JSON and as SARIF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from ..rulebook.reporting import SARIF_LEVEL, findings_table, sarif_log, sarif_rule
from .findings import ERROR, NOTE, WARNING, Code, Finding
from .written import WrittenCard

Data = dict[str, Any]
Checked = tuple[WrittenCard, list[Finding]]


def summary(checked: Sequence[Checked]) -> str:
    """How many cards there are, and how many findings of each severity."""
    count = Counter(finding.severity for _, found in checked for finding in found)
    said = (f"{count[kind]} {kind}{'s' if count[kind] != 1 else ''}" for kind in (ERROR, WARNING, NOTE))
    return f"{len(checked)} card{'s' if len(checked) != 1 else ''}: {', '.join(said)}"


def place(finding: Finding) -> str:
    """Where a finding is: line and column in a text file, else the field and the place in it."""
    at = f"{finding.line}:{finding.column}"
    return at if finding.card.places else f"{finding.field} {at}"


def print_findings(checked: Iterable[Checked]) -> None:
    """Print a table for each card in which something is found."""
    for card, found in checked:
        if found:
            click.secho(f"{card.name or card.source} ({card.place})", bold=True)
            rows = [
                (place(each), each.code.code, each.severity, each.code.name.replace("_", " "), _said(each))
                for each in found
            ]
            findings_table(("place", "code", "finding"), rows)
            for each in found:
                if each.proof:
                    click.secho(f"{each.code.code} {place(each)}: as the solver rules", dim=True)
                    click.echo("".join(f"    {line}\n" for line in each.proof.splitlines()), nl=False)


def _said(finding: Finding) -> list[tuple[str, str]]:
    said = [(f": {finding.message}", "")]
    if finding.suggestion:
        said.append((f"\n→ {finding.suggestion}", "bold"))
    if finding.code.numbers:
        said.append((f"\n  {', '.join(finding.code.numbers)}", "dim"))
    return said


def explanation(code: Code) -> str:
    """What a code means and what to do about it."""
    numbers = f"\nrests on {', '.join(code.numbers)}" if code.numbers else ""
    fixed = "\n--fix puts it right" if code.fixable else ""
    return f"{code.code} {code.name} ({code.severity})\n{code.summary}\n{code.help}{numbers}{fixed}"


def to_json(checked: Sequence[Checked]) -> list[Data]:
    """Each card with what is found in it."""
    return [
        {
            "card": card.name,
            "file": card.source,
            "line": card.place.line,
            "printed": dict(card.printed),
            "findings": [_finding(finding) for finding in found],
        }
        for card, found in checked
    ]


def _finding(finding: Finding) -> Data:
    return {
        "code": finding.code.code,
        "name": finding.code.name,
        "severity": finding.severity,
        "field": finding.field,
        "line": finding.line,
        "column": finding.column,
        "length": finding.length,
        "message": finding.message,
        "suggestion": finding.suggestion,
        "numbers": list(finding.code.numbers),
        "fix": finding.fix._asdict() if finding.fix else None,
        "board": finding.proof,
    }


def to_sarif(checked: Iterable[Checked], codes: Sequence[Code]) -> Data:
    """The findings as a log of the Static Analysis Results Interchange Format 2.1.0 (OASIS, 2020)."""
    places = {code.code: number for number, code in enumerate(codes)}
    rules = [
        sarif_rule(code.code, code.name.replace("_", "-"), code.severity, code.summary, code.help)
        for code in codes
    ]
    return sarif_log(rules, [_result(finding, places) for _, found in checked for finding in found])


def _result(finding: Finding, places: dict[str, int]) -> Data:
    card = finding.card
    uri = card.source if card.source.startswith("<") else Path(card.source).as_posix().replace(" ", "%20")
    region = {"startLine": max(card.place.line, 1), "startColumn": max(card.place.column, 1)}
    if card.places:
        region = {"startLine": finding.line, "startColumn": finding.column}
        if "\n" not in card[finding.field][finding.start : finding.end]:
            region["endColumn"] = finding.column + max(finding.length, 1)
    said = finding.message + (f" → {finding.suggestion}" if finding.suggestion else "")
    return {
        "ruleId": finding.code.code,
        "ruleIndex": places[finding.code.code],
        "level": SARIF_LEVEL[finding.severity],
        "message": {"text": f"{card.name}: {said}" if card.name else said},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": uri}, "region": region},
                "logicalLocations": [{"name": card.name or card.source, "kind": "member"}],
            }
        ],
        "properties": {"field": finding.field, "line": finding.line, "column": finding.column},
    }
