"""Rules that go step by step: what the next step is, depends on what the last one left.

A rule with the variable ``Step`` says what holds at a step, or after it (``Step + 1`` in its head). clingo
could not see that no step depends on itself; so these rules are written out once for each step, with its
number in place of the variable, for as many steps as the rules ask for (``another_step``).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import TypeVar

from ..errors import NotCovered
from .ground import Grounding
from .reach import Program
from .rule import STEP

#: The predicate by which the rules ask for a step.
ANOTHER = "another_step"

_STEP = re.compile(rf'\(({STEP})\+1\)|\b({STEP})\b|"(?:[^"\\]|\\.)*"')
#: With how many steps a derivation begins, and how many are too many.
_FIRST, _MOST = 2, 1 << 10

#: How many steps the same rules have taken last; more than are needed do no harm.
_usual: dict[str, int] = {}

G = TypeVar("G", bound=Grounding)


def written_out(text: str, steps: int) -> str:
    """The text of stepwise rules for so many steps, from step 0.

    >>> written_out("lit((Step+1),X) :- lit(Step,X).", 2)
    'lit(1,X) :- lit(0,X).\\nlit(2,X) :- lit(1,X).'
    """
    if not text:
        return ""
    return "\n".join(_at(text, step) for step in range(steps))


@functools.lru_cache(maxsize=1 << 8)
def _at(text: str, step: int) -> str:
    def number(found: re.Match[str]) -> str:
        return str(step + 1) if found[1] else str(step) if found[2] else found[0]

    return _STEP.sub(number, text)


def grounded(make: Callable[[str], G], program: Program) -> G:
    """What ``make`` grounds from the text of a program, its stepwise rules written out as often as they ask.

    Raises :class:`NotCovered` if they never stop asking.
    """
    if not program.steps:
        return make(program.text)
    steps = _usual.get(program.steps, _FIRST)
    while steps <= _MOST:
        grounding = make(f"{program.text}\n{written_out(program.steps, steps)}")
        if not grounding.holds(f"{ANOTHER}({steps})"):
            taken = len(grounding.atoms(ANOTHER, 1))
            _usual[program.steps] = max(_FIRST, 1 << (taken - 1).bit_length() if taken else 0)
            return grounding
        steps *= 2
    raise NotCovered(f"this takes more than {_MOST} steps")
