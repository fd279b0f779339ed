"""A rulebook's clauses as JSON: what ``headjudge rulebook import`` writes."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from platformdirs import user_data_dir

from ..errors import Malformed, Place
from . import numbers
from .document import Clause, Document, Entry, Piece

Data = dict[str, Any]
FORMAT = "headjudge-rulebook/1"


def to_json(document: Document) -> Data:
    """All clauses and glossary entries with their places, references and text hashes."""
    return {
        "format": FORMAT,
        "file": Path(document.file).name,
        "sha256": hashlib.sha256(document.text.encode()).hexdigest(),
        "style": document.style.name,
        "encoding": document.encoding,
        "clauses": [_clause(document, clause) for clause in document.clauses],
        "glossary": [_entry(entry) for entry in document.entries],
    }


def _clause(document: Document, clause: Clause) -> Data:
    return {
        "number": clause.number,
        "level": clause.level,
        "parent": numbers.parent(clause.number, document.style) if clause.number else "",
        "title": clause.title,
        "text": clause.text,
        "examples": list(clause.examples),
        "references": _references(clause),
        "line": clause.line,
        "hash": clause.hash,
    }


def _entry(entry: Entry) -> Data:
    return {
        "name": entry.name,
        "names": list(entry.names),
        "text": entry.text,
        "references": _references(entry),
        "see": [name for name, _ in entry.see],
        "line": entry.line,
        "hash": entry.hash,
    }


def _references(piece: Piece) -> list[Data]:
    return [
        {
            "number": each.number,
            "title": each.title,
            "line": piece.at(each.start)[0],
            "column": piece.at(each.start)[1],
        }
        for each in piece.references
    ]


def default_place(document: Document) -> Path:
    """Where an imported rulebook is kept if no other file is named."""
    return Path(user_data_dir("headjudge")) / "rulebooks" / f"{Path(document.file).stem}.json"


def save(document: Document, place: Path) -> None:
    """Write a rulebook's clauses; the file is replaced at once, an interrupt leaves the old one whole.

    Raises :class:`Malformed` if it cannot be written.
    """
    part = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(to_json(document), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        part.replace(place)
    except OSError as error:
        raise Malformed(f"the clauses cannot be written: {error.strerror}", place=Place(str(place))) from None
    finally:
        part.unlink(missing_ok=True)
