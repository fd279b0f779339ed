"""What a tree of a text grammar means: its terms, as the head of ``rules_text.lark`` lays down."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

from ..terms import Fn, Term
from .lexicon import Lexicon
from .tree import Node, Token


def terms_of(words: Lexicon, node: Node, quoted: Callable[[str], Term]) -> list[Term]:
    """The terms a tree stands for: several, where it speaks of several abilities.

    ``quoted`` gives the term of a text in quotes and may raise what its caller catches.
    """
    if isinstance(node, Token):
        return list(words.meaning(node))
    parts = [terms_of(words, child, quoted) for child in node.children]
    match str(node.data):
        case "many" | "keywords":
            return [term for part in parts for term in part]
        case "together":
            together = [term for part in parts for term in part]
            return together if len(together) == 1 else [Fn("together", tuple(together))]
        case "blank":
            return [""]
        case "quote":
            return [quoted(str(text)) for text in parts[0]]
        case rule:
            return [_term(rule, list(args)) for args in product(*parts)]


def _term(rule: str, args: list[Term]) -> Term:
    if rule == "let":
        return _put(args[0], args[1])
    if rule in ("about", "apply"):
        function = args.pop(rule == "about")
        assert isinstance(function, Fn)
        return Fn(function.name, (*args, *function.args))
    name, *order = re.split(r"_(?=\d)", rule)
    return Fn(name, tuple(args[int(place) - 1] for place in order) if order else tuple(args))


def _put(value: Term, term: Term) -> Term:
    """The term with ``that`` replaced by a value."""
    if not isinstance(term, Fn):
        return term
    return value if term == Fn("that") else Fn(term.name, tuple(_put(value, arg) for arg in term.args))
