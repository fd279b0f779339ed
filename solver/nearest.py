"""The nearest known words to a mistyped one. rapidfuzz is imported late, for errors."""

from __future__ import annotations

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


def slip_of(word: str, known: Sequence[str]) -> str:
    """The known word that a word is one slip of the keys away from (two if it is long), or ``""``.

    >>> slip_of("opne", ("open", "shut"))
    'open'
    """
    most = min(len(word) // 2, 1) + (len(word) > 7)
    typed = word.casefold()
    folded = [(one, one.casefold()) for one in known]
    near = [(one, meant) for one, meant in folded if _alike(typed, meant, most)]
    return next((one for slips in range(most + 1) for one, meant in near if _slips(typed, meant, slips)), "")


def _alike(typed: str, meant: str, most: int) -> bool:
    """Whether so few slips are possible: one changes at most two letters of the set, the length by one."""
    return abs(len(typed) - len(meant)) <= most and len(set(typed).symmetric_difference(meant)) <= 2 * most


def _slips(typed: str, meant: str, most: int) -> bool:
    """Whether a few slips make one word of another: a letter lacks, is too many or wrong, or two are swapped.

    >>> _slips("opne", "open", 1), _slips("opne", "pen", 1), _slips("opne", "pen", 2)
    (True, False, True)
    """
    same = next((i for i, (a, b) in enumerate(zip(typed, meant, strict=False)) if a != b), None)
    if same is None:
        return abs(len(typed) - len(meant)) <= most
    if most == 0:
        return False
    typed, meant = typed[same:], meant[same:]
    ways = [(typed[1:], meant), (typed, meant[1:]), (typed[1:], meant[1:])]
    if typed[1:2] == meant[0] and meant[1:2] == typed[0]:
        ways.append((typed[2:], meant[2:]))
    return any(_slips(one, other, most - 1) for one, other in ways)


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
