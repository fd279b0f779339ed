"""Declarations: sets of parts that a side declares together, judged and searched by the same rules.

A declaration may break no restriction, and it has to obey as many requirements as any declaration that
breaks nothing and costs nothing. The most that can be obeyed is found by search, and so is a legal
declaration that differs least from the one proposed (design section 3).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..errors import IllegalAction, NotCovered, Place
from ..notation.texts import with_texts
from ..tables import files
from ..terms import Fn, functor, read, show
from .derive import Derivation, caveats_of, reach, refuse
from .ground import PROVE_AND_IMPROVE, Grounding, Search
from .rulebook import Rulebook
from .state import State
from .steps import grounded

#: How many legal declarations are counted.
COUNTED = 100


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong with what a side declares, and the clauses that it disobeys."""

    side: str
    finding: str
    clauses: tuple[str, ...]

    @property
    def goals(self) -> tuple[str, ...]:
        """The atoms that say so, for a proof."""
        return tuple(f"illegal(declaration({self.side}),{clause},{self.finding})" for clause in self.clauses)


@dataclass(frozen=True, slots=True)
class Duty:
    """A requirement that some declaration could obey, the clause it comes from, and whether it is obeyed."""

    requirement: str
    clause: str
    obeyed: bool


@dataclass(frozen=True, slots=True)
class Share:
    """The part of one side: what it has to do, and how much of it can be done at once.

    ``most`` is the greatest number of its duties that a declaration can obey; if it is not ``proven``,
    the search was stopped and more may be possible.
    """

    side: str
    duties: tuple[Duty, ...]
    most: int
    proven: bool

    @property
    def obeyed(self) -> int:
        """The number of duties that are obeyed."""
        return sum(duty.obeyed for duty in self.duties)


@dataclass(frozen=True, slots=True)
class Found:
    """A declaration that the search found; if it is not ``proven``, there may be a better one."""

    parts: tuple[str, ...]
    proven: bool


@dataclass(frozen=True)
class Verdict:
    """Whether a declaration may be made: every reason against it, and a nearest one that may.

    ``wording`` says parts as they are said where nothing else can be meant. ``costs`` are (part, cost,
    clause) that have to be paid for it. ``nearest`` is ``None`` if it is legal, or if no declaration of
    what is essential to it is;
    ``along`` are the events that it brings by itself where it is made;
    ``consequences`` are the clauses that say what follows if an illegal one is made all the same;
    ``derivation`` is what the rules of ``rulebook`` say of it.
    """

    kind: str
    parts: tuple[str, ...]
    wording: Mapping[str, str]
    reasons: tuple[Reason, ...]
    shares: tuple[Share, ...]
    costs: tuple[tuple[str, str, str], ...]
    nearest: Found | None
    consequences: tuple[str, ...]
    along: tuple[str, ...]
    derivation: Derivation = field(repr=False)
    rulebook: Rulebook = field(repr=False)

    @property
    def legal(self) -> bool:
        """Whether nothing was found against it, its costs being paid."""
        return not self.reasons

    @property
    def numbers(self) -> tuple[str, ...]:
        """The rule numbers of :attr:`clauses`."""
        return tuple(dict.fromkeys(filter(None, map(self.rulebook.number, self.clauses))))

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that is disobeyed."""
        return tuple(dict.fromkeys(clause for reason in self.reasons for clause in reason.clauses))

    @property
    def proven(self) -> bool:
        """Whether the answer is certain: a legal declaration must be known to obey as much as any other."""
        return bool(self.reasons) or all(share.proven for share in self.shares)


class IllegalDeclaration(IllegalAction):
    """A declaration of the script that may not be made; ``verdict`` says why."""

    def __init__(self, verdict: Verdict, place: Place) -> None:
        reason = verdict.reasons[0]
        parts = show(Fn("", tuple(map(read, verdict.parts))))
        found = f"illegal(declare({verdict.kind},{parts}),{reason.clauses[0]},{reason.finding})"
        super().__init__("this declaration is illegal", place=place, found=found)
        self.verdict = verdict


@dataclass(frozen=True)
class Permission:
    """Whether one part may be in a declaration: ``alone`` is the verdict on the part by itself, and ``found``
    a smallest legal declaration that has it, ``None`` if there is none."""

    alone: Verdict
    found: Found | None


@dataclass(frozen=True)
class Survey:
    """What may and must be declared: the parts that are possible at all, the verdict on declaring nothing,
    and as a ``witness`` a smallest legal declaration.

    ``number`` legal declarations were counted, without those that cost something; ``complete`` says that
    there are no more.
    """

    kind: str
    able: tuple[str, ...]
    nothing: Verdict
    witness: Found
    number: int
    complete: bool


def declared(event: str) -> tuple[str, tuple[str, ...]] | None:
    """The kind and the parts of an event declare(Kind, Parts); ``None`` for any other event.

    >>> declared('declare(light,(on("hall"),on("attic")))')
    ('light', ('on("hall")', 'on("attic")'))
    """
    match read(event):
        case Fn("declare", (kind, Fn("", parts))):
            return show(kind), tuple(map(show, parts))
    return None


def judge(
    rulebook: Rulebook, facts: Iterable[str], kind: str, parts: Sequence[str], *, whole: bool = False
) -> Verdict:
    """The verdict on a proposed declaration of a kind, given as part terms; the empty one has no parts.

    ``whole`` grounds every rule instead of the reachable ones (they give the same). Raises Malformed or
    NotCovered for a board that contradicts itself or leaves out what is needed.
    """
    return _Question(rulebook, facts, kind, parts, whole=whole).verdict()


def permit(rulebook: Rulebook, facts: Iterable[str], kind: str, part: str) -> Permission:
    """Whether some legal declaration has this part. Raises what :func:`judge` raises."""
    question = _Question(rulebook, facts, kind, [part])
    alone = question.verdict()
    if alone.legal:
        return Permission(alone, Found(alone.parts, alone.proven))
    if not set(alone.parts) <= set(question.able):
        return Permission(alone, None)
    return Permission(alone, question.nearest([f"declared({part})" for part in alone.parts]))


def survey(rulebook: Rulebook, facts: Iterable[str], kind: str) -> Survey:
    """What may and what must be declared. Raises what :func:`judge` raises."""
    question = _Question(rulebook, facts, kind, ())
    nothing = question.verdict()
    witness = nothing.nearest or Found((), nothing.proven)
    number, complete = question.among_the_best.count("nearest", COUNTED)
    known = max(number, 1)  # the witness is legal, even where counting was stopped before it
    return Survey(kind, question.able, nothing, witness, known, complete)


class _Question:
    """One proposal on one board: the search among declarations, and the check of this one."""

    def __init__(
        self,
        rulebook: Rulebook,
        facts: Iterable[str],
        kind: str,
        parts: Sequence[str],
        *,
        whole: bool = False,
    ) -> None:
        self.rulebook, self.kind = rulebook, kind
        self.moment = rulebook.pack.declaration_moment
        if not self.moment:
            raise NotCovered(f"the rules of {rulebook.game} know no declarations")
        given = [f"moment({self.moment})", f"declaring({kind})", *(f"worded({part})" for part in parts)]
        self.board: State = frozenset(self._told(facts))
        self.facts = (*sorted(self.board), *given)
        self.reach = reach(rulebook, self.moment)
        self.shapes = None if whole else self.reach.shapes([*self.facts, "declared(_)", "attainable(_,_)"])
        self.program = self.reach.program(self.shapes)
        read = self._read(self.facts)
        self.search = grounded(lambda text: Search(f"{text}\n{_choice()}", read), self.program)
        refuse(self.search, rulebook)
        self.sides = tuple(side for (side,) in self.search.arguments("declares", 1))
        considered = {part for (part,) in self.search.arguments("considered", 1)}
        proposed = (part for (part,) in self.search.arguments("proposed", 1))
        self.parts = tuple(part for part in proposed if part in considered)
        self.able = tuple(part for (part,) in self.search.arguments("able", 1))
        self.most, self.best = self._most()

    def _told(self, facts: Iterable[str]) -> Iterable[str]:
        """The facts, and what the texts in them tell, if this kind of declaration asks for it."""
        pack = self.rulebook.pack
        return with_texts(pack.game, facts) if self.kind in pack.by_texts else facts

    def _read(self, facts: Iterable[str]) -> list[str]:
        return [fact for fact in facts if functor(fact) in self.program.reads]

    def _most(self) -> tuple[dict[str, tuple[int, bool]], Found]:
        """For each side the most duties that can be obeyed at once, and whether that is proven; and a
        declaration that does so."""
        duties: dict[str, set[str]] = {side: set() for side in self.sides}
        for side, requirement, _ in self.search.arguments("required", 3):
            duties.setdefault(side, set()).add(requirement)
        if not any(duties.values()):
            return dict.fromkeys(duties, (0, True)), Found((), True)
        best = self.search.best("most", ["declared", "obeyed"])
        assert best is not None  # the empty declaration breaks nothing
        obeyed = set(best.atoms["obeyed"])
        found = {side: len(of_side & obeyed) for side, of_side in duties.items()}
        proven = {side: (n, best.proven or n == len(duties[side])) for side, n in found.items()}
        return proven, Found(best.atoms["declared"], best.proven)

    def _check(self, parts: Iterable[str], attainable: Iterable[str]) -> Grounding:
        given = (f"declared({part})" for part in parts)
        facts = [*self._read(self.facts), *given, *attainable]
        return grounded(lambda text: Grounding(text, facts), self.program)

    @functools.cached_property
    def among_the_best(self) -> Search:
        """The search, kept to declarations that obey enough."""
        enough = "".join(
            f":- stage(nearest), #count {{ R : required({side},R,_), obeyed(R) }} < {number}.\n"
            for side, (number, _) in self.most.items()
            if number
        )
        if enough:
            self.search.extend(enough)
        return self.search

    def nearest(self, given: Sequence[str] = ()) -> Found | None:
        """A legal declaration with the atoms of ``given`` that differs least from the one proposed."""
        kept = [f"declared({part})" for (part,) in self.search.arguments("essential", 1)]
        if not set(kept) <= {f"declared({part})" for part in self.able}:
            return None
        given = [*given, *kept]
        found = self.among_the_best.best("nearest", ["declared"], given, PROVE_AND_IMPROVE)
        if found:
            return Found(found.atoms["declared"], found.proven)
        return None if given else Found(self.best.parts, False)

    def verdict(self) -> Verdict:
        attainable = tuple(f"attainable({side},{number})" for side, (number, _) in self.most.items())
        check = self._check(self.parts, attainable)
        refuse(check, self.rulebook)  # what the search could not know yet: it depends on what is declared
        reasons: dict[tuple[str, str], list[str]] = {}
        for declaration, clause, finding in check.arguments("illegal", 3):
            side = declaration.removeprefix("declaration(").removesuffix(")")
            reasons.setdefault((side, finding), []).append(clause)
        found = [Reason(*about, self._ordered(clauses)) for about, clauses in reasons.items()]
        steps = {clause: int(step) for clause, step in check.arguments("checked_at", 2)}
        given = tuple(f"declared({part})" for part in self.parts)
        facts = (*self.facts, *given, *attainable, *self.reach.in_force(self.shapes))
        return Verdict(
            kind=self.kind,
            parts=self.parts,
            wording={row[0]: row[1] for row in check.arguments("shorter_for", 2)},
            reasons=tuple(
                sorted(found, key=lambda reason: (steps.get(reason.clauses[0], 0), *self._place(reason)))
            ),
            shares=self._shares(check),
            costs=tuple(
                (part, cost, clause)
                for part, cost, clause in check.arguments("cost", 3)
                if part in self.parts
            ),
            nearest=self.nearest() if reasons else None,
            consequences=tuple(dict.fromkeys(clause for _, clause in check.arguments("consequence", 2))),
            along=tuple(event for (event,) in check.arguments("brought_along", 1)),
            derivation=Derivation(facts, self.shapes, self.moment, caveats=caveats_of(check)),
            rulebook=self.rulebook,
        )

    def _ordered(self, clauses: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(clauses, key=self._places.__getitem__))

    def _place(self, reason: Reason) -> tuple[int, str]:
        return self._places[reason.clauses[0]], reason.finding

    @functools.cached_property
    def _places(self) -> dict[str, int]:
        """The places of the clauses in the rulebook."""
        return {slug: place for place, slug in enumerate(self.rulebook.numbers)}

    def _shares(self, check: Grounding) -> tuple[Share, ...]:
        obeyed = {requirement for (requirement,) in check.arguments("obeyed", 1)}
        duties: dict[str, list[Duty]] = {side: [] for side in self.most}
        for side, requirement, clause in check.arguments("required", 3):
            duties[side].append(Duty(requirement, clause, requirement in obeyed))
        return tuple(Share(side, tuple(duties[side]), *self.most[side]) for side in duties)


@functools.cache
def _choice() -> str:
    return files("headjudge.rules").joinpath("search.lp").read_text(encoding="utf-8")
