"""Rules as the solver keeps them: their text, and what slicing, tracing and the checks need to know."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..errors import HeadjudgeError

#: In place of a variable's index in ``Rule.brings``: nothing is known of what stands there.
ANY = -1


#: A named variable in the text of a rule; also a string, which has none in it.
VARIABLE = re.compile(r'"(?:[^"\\]|\\.)*"|\b([A-Z]\w*)')


def with_slots(text: str) -> str:
    """A text of a rule with its variables as the slots of a pattern.

    >>> with_slots('hit(Target,"Ann")')
    'hit({Target},"Ann")'
    """
    return VARIABLE.sub(lambda found: f"{{{found[1]}}}" if found[1] else found[0], text)


#: The variable of rules that are written out for each step (:mod:`.steps`).
STEP = "Step"


class BrokenRules(HeadjudgeError):
    """A rule file that clingo cannot read, or that breaks the form every rule must have."""


class Literal(NamedTuple):
    """One literal of a rule's body: ``text`` with its variables; ``kind`` is "holds", "absent",
    "compares" or "counts"; ``variables`` are the global variables in it. What counts has
    ``conditions``: for each of its elements the literals that an element must satisfy."""

    text: str
    kind: str
    variables: tuple[str, ...]
    conditions: tuple[tuple[Literal, ...], ...] = ()


class Rule(NamedTuple):
    """One rule, compiled: its text and what slicing, tracing and the checks need to know of it.

    ``needs`` are the predicates of its positive body, ``absent`` those it negates or counts.

    Its shape (see :mod:`.shapes`): ``asks`` are the symbols that must stand at places before the rule
    can have an instance; ``binds`` are for some of its variables the places where each stands in the
    positive body; ``brings`` are the places that its head fills: with a symbol, with what stands at the
    places of a variable (its index in ``binds``), or with anything (:data:`ANY`).
    """

    text: str
    head: str
    signature: str
    clause: str
    file: str
    line: int
    variables: tuple[str, ...]
    body: tuple[Literal, ...]
    needs: tuple[str, ...]
    absent: tuple[str, ...]
    asks: tuple[tuple[str, str], ...]
    binds: tuple[tuple[str, ...], ...]
    brings: tuple[tuple[str, str | int], ...]

    @property
    def stepwise(self) -> bool:
        """Whether it says what follows from one step to the next."""
        return STEP in self.variables
