"""What a word that nobody knows is likest to."""

from __future__ import annotations

from ..nearest import like, slip_of
from .design import Design


def nearest(word: str, design: Design, list_name: str) -> str:
    """Advice that names the known word of a list that is likest to a word, or ``""``."""
    known = [*design.known.get(list_name, ())]
    found = [slip_of(word, known) or next(iter(like(word, known, 1)), "")] if known and word else [""]
    return f"did you mean {found[0]}?" if found[0] else ""
