"""The automaton of a text grammar reads as Lark does: the same trees, stops and words to go on with."""

from itertools import product

import pytest
from headjudge.language import automaton as module
from headjudge.language.automaton import Run, automaton
from headjudge.language.grammars import compiled
from headjudge.language.tree import Token
from lark import Token as LarkToken
from lark.exceptions import UnexpectedInput

GRAMMAR = """
start: _lamps
_lamps: lamp | lamp "and" _lamps
?lamp: NAME
     | "old" lamp -> aged
     | two{lamp}
     | shelf
!shelf: "on" NAME
two{each}: "two" each
NAME: "moth"
"""
LARK = compiled(GRAMMAR, "start")
KINDS = ("NAME", "AND", "OLD", "ON", "TWO")


@pytest.fixture(scope="module", params=[("start",), ("shelf", "start")], ids=" and ".join)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """The automaton made for one start rule alone, and together with another."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "source", lambda name: GRAMMAR)
        patch.setattr("headjudge.tables.cache_folder", lambda: tmp_path_factory.mktemp("cache"))
        yield automaton("lamps", request.param)._replace(start="start")


@pytest.mark.parametrize("length", range(6))
def test_every_short_text_is_read_as_lark_reads_it(made, length: int) -> None:
    for kinds in product(KINDS, repeat=length):
        tokens = [Token(kind, kind.lower()) for kind in kinds]
        run, theirs = Run(made), LARK.parse_interactive("")
        for token in tokens:
            assert {kind for kind in KINDS if run.accepts(kind)} == theirs.accepts() - {"$END"}
            try:
                theirs.feed_token(LarkToken(token.type, str(token)))
            except UnexpectedInput:
                assert not run.take(token)
                break
            assert run.take(token)
        else:
            try:
                tree = theirs.feed_eof()
            except UnexpectedInput:
                tree = None
            assert plain(run.end()) == plain(tree)


def plain(node: object) -> object:
    """A tree, ours or Lark's, as nested tuples."""
    if isinstance(node, str):
        return str(node)
    return node and (node.data, *map(plain, node.children))
