"""Rules that say again what another rule says: duplicates, and rules that another one subsumes.

A rule subsumes another if, with something put in for its variables, its head is the other's and each of its
premises is one of the other's (theta-subsumption). The other's variables are frozen, so that one program of
clingo tries all pairs. What counts or sums is compared as it is written.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ..derivation.ground import Grounding
from ..derivation.rule import Literal, Rule
from ..terms import quote
from .contract import CITING
from .encoding import Encoding, at
from .finding import Finding

_STRING_OR_VARIABLE = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![\w])_?([A-Z]\w*)|(?<![\w])_(?!\w)')
_NAME = re.compile(r'"(?:[^"\\]|\\.)*"|\b[a-z]\w*')
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_ARITHMETIC = re.compile(r"[+*/\\|]|\.\.|[\w)]-")
_COMPARED = re.compile(r"(.+?) *(<=|>=|!=|<|>|=) *(.+)")
_SIGNS = {"<=": "le", ">=": "ge", "!=": "ne", "<": "lt", ">": "gt", "=": "eq"}


def _premise(literal: Literal) -> str:
    """A premise as a term: variables stand where they stood, what counts is kept as its text."""
    if literal.kind == "holds":
        return f"holds({literal.text})"
    if literal.kind == "absent":
        return f"absent({literal.text.removeprefix('not ')})"
    if literal.kind == "compares" and (found := _COMPARED.fullmatch(literal.text)):
        return f"compares({_SIGNS[found[2]]},{found[1]},{found[3]})"
    return f"counts({quote(literal.text)})"


def _plain(term: str) -> str:
    """A term with arithmetic as its text: what is computed is compared as it is written."""
    return f"computed({quote(term)})" if _ARITHMETIC.search(_STRING.sub("", term)) else term


def _lifted(term: str) -> str:
    """A term in which only what stands for anything is a constant."""
    return _STRING_OR_VARIABLE.sub(lambda m: "anything" if m[0] == "_" else m[0], term)


def _frozen(term: str) -> str:
    """A term with a constant for each variable."""
    return _STRING_OR_VARIABLE.sub(
        lambda m: f"frozen({quote(m[1])})" if m[1] else "anything" if m[0] == "_" else m[0], term
    )


def _concluded(rule: Rule) -> str:
    """The head of a rule, without the clause it cites."""
    if rule.signature in CITING:
        return _plain(f"{rule.head.rpartition(',')[0]},cited)")
    return _plain(rule.head)


def _premises(rule: Rule) -> list[str]:
    return [_plain(_premise(part)) for part in rule.body if not part.text.startswith("in_force(")]


def subsumed(rules: Sequence[Rule]) -> list[tuple[Rule, Rule]]:
    """The pairs of rules of which the second subsumes the first; of two that subsume each other the first
    is the later one."""
    by_head: dict[str, list[int]] = defaultdict(list)
    for number, rule in enumerate(rules):
        by_head[rule.signature].append(number)
    lines: list[str] = []
    shown: set[int] = set()
    said = [(_concluded(rule), tuple(_premises(rule))) for rule in rules]
    names = [frozenset(_NAME.findall(" ".join((head, *premises)))) for head, premises in said]
    for numbers in by_head.values():
        for one in numbers:
            for other in numbers:
                if one == other or not names[other] <= names[one]:
                    continue
                shown.add(one)
                body = [f"premise({one},{_lifted(premise)})" for premise in said[other][1]]
                head = f"head({one},{_lifted(said[other][0])})"
                lines.append(f"subsumed({one},{other}) :- {', '.join((head, *body))}.")
    for one in shown:
        lines.append(f"head({one},{_frozen(said[one][0])}).")
        lines += [f"premise({one},{_frozen(premise)})." for premise in said[one][1]]
    found = {(int(a), int(b)) for a, b in Grounding("\n".join(lines), ()).arguments("subsumed", 2)}
    return [(rules[a], rules[b]) for a, b in sorted(found) if (b, a) not in found or a > b]


def repetitions(encoding: Encoding) -> Iterator[Finding]:
    """Rules that follow from another wherever they are in force; clauses that say what another says."""
    standing = {rule.clause: frozenset(b.edition for b in encoding.books if rule.clause in b.numbers)
                for rule in encoding.pack.rules}  # fmt: skip
    for one, other in subsumed(encoding.pack.rules):
        if other.clause and not standing[one.clause] <= standing[other.clause]:
            continue  # there is an edition that has only the one
        if other.clause and encoding.moments[other.file] not in ("", encoding.moments[one.file]):
            continue
        if one.clause != other.clause and one.clause and other.clause:
            message = f"wherever it wants {one.head}, {other.clause} ({other.file}:{other.line}) does so too"
            yield at(one, "subsumed-clause", "note", message)
        elif one.text == other.text:
            yield at(
                one, "duplicate", "error", f"the rule stands at {other.file}:{other.line} already: {one.text}"
            )
        else:
            message = f"it follows from the rule at {other.file}:{other.line}: {other.text}"
            yield at(one, "subsumed", "error", message)


CHECKS = (repetitions,)
