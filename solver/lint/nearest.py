"""What a word or a line that nobody knows is likest to."""

from __future__ import annotations

from ..nearest import did_you_mean
from .design import Design

#: How like (of 100) a known word must be to be named.
_CLOSE = 78


def nearest(word: str, design: Design, list_name: str) -> str:
    """Advice that names the known word of a list that is likest to a word, or ``""``."""
    known = design.known.get(list_name)
    return did_you_mean(word, [*known], cutoff=_CLOSE) if known else ""
