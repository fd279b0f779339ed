"""What a word that nobody knows is likest to."""

from __future__ import annotations

from ..nearest import slip_of
from .design import Design


def nearest(word: str, design: Design, list_name: str) -> str:
    """Advice that names the known word of a list of which a word is a slip, or ``""``."""
    known = [*design.known.get(list_name, ())]
    meant = slip_of(word, known) if known and word else ""
    return f"did you mean {meant}?" if meant else ""
