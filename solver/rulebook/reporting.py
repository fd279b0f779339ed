"""The findings of a check as a table, as JSON, as SARIF and as a page of HTML."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from .. import __version__
from ..tables import files
from .document import Clause, Document, Entry
from .findings import CODES, ERROR, NOTE, WARNING, Code, Finding

Data = dict[str, Any]
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
SARIF_LEVEL = {ERROR: "error", WARNING: "warning", NOTE: "note"}
_COLOURS = {ERROR: "red", WARNING: "yellow", NOTE: "cyan"}
_WIDTH = 100
_RANK = {"strong": 90.0, "moderate": 60.0, "weak": 30.0}


def summary(findings: Iterable[Finding]) -> str:
    """How many findings of each severity there are."""
    count = Counter(finding.severity for finding in findings)
    said = (f"{count[kind]} {kind}{'s' if count[kind] != 1 else ''}" for kind in (ERROR, WARNING, NOTE))
    return ", ".join(said)


def fingerprint(finding: Finding) -> str:
    """What stays the same of a finding when lines are inserted above it: its kind, clause and message."""
    said = "\0".join((finding.code.code, finding.clause, finding.cited, finding.message))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


# ---- table ----


def print_table(findings: list[Finding]) -> None:
    """Print findings as a table; on a terminal in colour and in its width."""
    rows = [(str(f.line), f.clause, f.code.code, f.severity, f.code.name, _said(f)) for f in findings]
    findings_table(("line", "clause", "code", "finding"), rows)


def _said(finding: Finding) -> list[tuple[str, str]]:
    """What a finding says, piece by piece, each with its style."""
    said = [(f": {finding.message}", "")]
    if finding.suggestion:
        said.append((f"\n→ {finding.suggestion}", "bold"))
    if finding.confidence:
        said.append((f" ({finding.confidence} evidence)", ""))
    return said + [(f"\n  {ground}", "dim") for ground in finding.evidence]


def findings_table(columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Print a table of findings; on a terminal in colour and in its width.

    A row has the texts of the first columns, the code, the severity, and what the last column says: a name,
    and pieces of text, each with its style.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=_WIDTH)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column == "line" else "left", overflow="fold")
    for *texts, code, severity, name, said in rows:
        last = Text(name)
        for piece, style in said:
            last.append(piece, style=style)
        table.add_row(*map(Text, texts), Text(code, style=_COLOURS[severity]), last)
    with console.capture() as printed:
        console.print(table)
    for line in printed.get().splitlines():
        click.echo(line.rstrip())


def explanation(code: Code) -> str:
    """What a code means and what to do about it."""
    return f"{code.code} {code.name} ({code.severity})\n{code.summary}\n{code.help}"


# ---- JSON ----


def to_json(document: Document, findings: list[Finding]) -> Data:
    """The findings in a rulebook as data."""
    return {
        "file": document.file,
        "style": document.style.name,
        "clauses": len(document.clauses),
        "entries": len(document.entries),
        "references": sum(1 for _ in document.cited()),
        "findings": [_finding(finding) for finding in findings],
    }


def _finding(finding: Finding) -> Data:
    return {
        "code": finding.code.code,
        "name": finding.code.name,
        "severity": finding.severity,
        "clause": finding.clause,
        "line": finding.line,
        "column": finding.column,
        "message": finding.message,
        "cited": finding.cited,
        "suggestion": finding.suggestion,
        "confidence": finding.confidence,
        "evidence": list(finding.evidence),
        "fingerprint": fingerprint(finding),
    }


# ---- SARIF ----


def to_sarif(findings: list[Finding]) -> Data:
    """The findings as a log of the Static Analysis Results Interchange Format 2.1.0 (OASIS, 2020)."""
    rules = [sarif_rule(*code) for code in CODES.values()]
    places = {code.code: place for place, code in enumerate(CODES.values())}
    return sarif_log(rules, [_result(finding, places[finding.code.code]) for finding in findings])


def sarif_log(rules: list[Data], results: list[Data]) -> Data:
    """The log of one run, from its rules and results."""
    driver = {"name": "headjudge", "version": __version__, "semanticVersion": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def sarif_rule(code: str, name: str, severity: str, said: str, advice: str) -> Data:
    """A kind of finding as SARIF has it; the parts of its name are joined by dashes."""
    return {
        "id": code,
        "name": "".join(word.capitalize() for word in name.split("-")),
        "shortDescription": {"text": said},
        "fullDescription": {"text": f"{said} {advice}"},
        "help": {"text": advice},
        "defaultConfiguration": {"level": SARIF_LEVEL[severity]},
    }


def _result(finding: Finding, rule: int) -> Data:
    said = finding.message + (f" → {finding.suggestion}" if finding.suggestion else "")
    uri = finding.file if finding.file.startswith("<") else Path(finding.file).as_posix().replace(" ", "%20")
    place = {"startLine": finding.line, "startColumn": finding.column}
    location = {
        "physicalLocation": {"artifactLocation": {"uri": uri}, "region": place},
        "logicalLocations": [{"name": finding.clause, "kind": "member"}],
    }
    result: Data = {
        "ruleId": finding.code.code,
        "ruleIndex": rule,
        "level": SARIF_LEVEL[finding.severity],
        "message": {"text": said},
        "locations": [location],
        "partialFingerprints": {"headjudgeFinding/v1": fingerprint(finding)},
    }
    if finding.confidence:
        result["rank"] = _RANK[finding.confidence]
    if finding.evidence:
        result["properties"] = {"evidence": list(finding.evidence)}
    return result


# ---- HTML ----


def to_html(checked: list[tuple[Document, list[Finding]]]) -> str:
    """One page for all checked rulebooks; each finding and each clause it speaks of has an anchor."""
    from jinja2 import Environment, StrictUndefined

    template = files("headjudge.rulebook").joinpath("report.html").read_text(encoding="utf-8")
    page = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    books = [_book(place, document, findings) for place, (document, findings) in enumerate(checked, 1)]
    return page.from_string(template).render(books=books, version=__version__)


def _book(place: int, document: Document, findings: list[Finding]) -> Data:
    pieces = {piece.label: piece for piece in reversed(document.pieces) if isinstance(piece, (Clause, Entry))}
    shown = {label for f in findings for label in (f.clause, f.cited, f.suggestion) if label in pieces}
    said: Counter[str] = Counter()
    rows: dict[str, list[tuple[Finding, str]]] = {kind: [] for kind in (ERROR, WARNING, NOTE)}
    for finding in findings:
        anchor = f"b{place}-{fingerprint(finding)}"
        said[anchor] += 1
        rows[finding.severity].append((finding, anchor if said[anchor] == 1 else f"{anchor}-{said[anchor]}"))
    return {
        "name": Path(document.file).name,
        "summary": summary(findings),
        "counted": f"{len(document.clauses)} clauses, {len(document.entries)} glossary entries",
        "severities": [(kind, found) for kind, found in rows.items() if found],
        "anchors": {label: f"b{place}-{_slug(label)}" for label in shown},
        "pieces": [
            (label, piece.line, piece.source.strip())
            for label, piece in sorted(pieces.items(), key=lambda row: row[1].line)
            if label in shown
        ],
    }


def _slug(label: str) -> str:
    return "".join(letter if letter.isalnum() or letter == "." else "-" for letter in label.strip("“”"))
