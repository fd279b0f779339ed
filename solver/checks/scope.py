"""The scope of a bounded search: which boards a pack lets the checks guess (rules/<game>/scope.lp).

A scope is a small program with choices. It guesses the predicates that a board may state, as many
individuals as the constant ``objects`` says, and what the script tells at the moment that is looked at.
Nothing is ever found "consistent": every answer holds up to the number of objects that was tried.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field

from ..derivation.ground import Search
from ..derivation.rulebook import Pack
from ..errors import NotCovered

#: What a script may tell, beside the facts of a board: it is written as a line of the script.
TOLD = ("instructed/1", "declaring/1", "worded/1", "scripted/2")
#: No moment of the cycle: whole scripts are guessed, and each board is ruled on from its first step on.
SCRIPT = "script"

_DEFINED = re.compile(r"^#defined (\w+/\d+)\.$", re.MULTILINE)
_STAGE = "#external stage(smallest)."


def board_predicates(pack: Pack) -> tuple[str, ...]:
    """The predicates that a board may state, as ``name/arity``: those that inputs.lp declares."""
    return tuple(_DEFINED.findall(pack.folder.joinpath("inputs.lp").read_text(encoding="utf-8")))


def atom(signature: str) -> str:
    """An atom of a predicate with a variable at every place.

    >>> atom("lit/2"), atom("dark/0")
    ('lit(X0,X1)', 'dark')
    """
    name, _, arity = signature.partition("/")
    places = ",".join(f"X{place}" for place in range(int(arity)))
    return f"{name}({places})" if places else name


@dataclass(frozen=True)
class Scope:
    """The boards that are guessed: those of a pack with at most so many ``objects``, at one ``moment``.

    Raises NotCovered for a pack that does not say what may be guessed."""

    pack: Pack = field(repr=False)
    moment: str
    objects: int

    def __str__(self) -> str:
        return f"up to {self.objects} objects, at the moment {self.moment}"

    @functools.cached_property
    def program(self) -> str:
        """What guesses a board and a step of a script, and what they are made of: ``described(Fact)``."""
        room = self.pack.folder.joinpath("scope.lp")
        if not room.is_file():
            what = f"the rules of {self.pack.game} do not say what may be guessed"
            raise NotCovered(what, advice=f"write rules/{self.pack.game}/scope.lp")
        text = room.read_text(encoding="utf-8")
        facts = [f"described({one}) :- {one}." for one in map(atom, (*board_predicates(self.pack), *TOLD))]
        size = f"objects_at_most({self.objects}). opening. moment({self.moment})."
        return "\n".join((size, text, *facts))

    @functools.cached_property
    def possible(self) -> tuple[str, ...]:
        """Every fact that some board of the scope states, and what the solver adds to it."""
        search = Search(self.program + _STAGE, ())
        given = ("opening", f"moment({self.moment})")
        return (*given, *(fact for (fact,) in search.possible("described", 1)))


def scopes_of(pack: Pack, objects: int) -> tuple[Scope, ...]:
    """The scopes of a pack with at most so many objects: one for each moment that it says is ``searched``.

    Raises NotCovered for a pack without a scope."""
    named = Search(Scope(pack, pack.main_moment, objects).program + _STAGE, ()).arguments("searched", 1)
    every = (pack.main_moment, *pack.cycle, pack.instruction_moment, pack.declaration_moment, SCRIPT)
    return tuple(Scope(pack, moment, objects) for moment in dict.fromkeys(every) if (moment,) in named)
