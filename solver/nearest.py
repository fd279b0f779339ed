"""The nearest known words to a mistyped one. Few boards ask for them, so rapidfuzz is imported late."""

from __future__ import annotations

import re
from collections.abc import Sequence


def did_you_mean(word: str, known: list[str] | tuple[str, ...], *, cutoff: int = 60) -> str:
    """Advice that names the known word closest to a mistyped one, or ``""``.

    >>> did_you_mean("opne", ("open", "shut"))
    'did you mean open?'
    """
    if meant := slip_of(word, known):
        return f"did you mean {meant}?"
    from rapidfuzz import process

    best = process.extractOne(word.casefold(), known, processor=str.casefold, score_cutoff=cutoff)
    return f"did you mean {best[0]}?" if best else ""


def suggested(advice: str) -> str:
    """The word that advice names as the one that is probably meant, or ``""``.

    >>> suggested(did_you_mean("opne", ("open", "shut")) + " quotes take any word")
    'open'
    """
    found = re.match(r"did you mean (.+?)\?(?: |$)", advice)
    return found[1] if found else ""


def slip_of(word: str, known: Sequence[str]) -> str:
    """The known word that a word is one slip of the keys away from (two if it is long), or ``""``.

    >>> slip_of("opne", ("open", "shut"))
    'open'
    """
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    most = min(len(word) // 2, 1) + (len(word) > 7)
    best = process.extractOne(
        word.casefold(), known, scorer=OSA.distance, processor=str.casefold, score_cutoff=most
    )
    return best[0] if best else ""


def like(word: str, known: Sequence[str], most: int) -> list[str]:
    """Up to ``most`` known words that are like a word, the likest first.

    >>> like("opne", ("open", "shut"), 3)
    ['open']
    """
    from rapidfuzz import fuzz, process
    from rapidfuzz.utils import default_process

    found = process.extract(
        word, known, scorer=fuzz.ratio, processor=default_process, score_cutoff=70, limit=most
    )
    return [match[0] for match in found]
