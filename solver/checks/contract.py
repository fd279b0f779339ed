"""What the contract between rule packs and solver says of predicates: which are given, which are taken."""

from __future__ import annotations

from ..derivation.reach import READ, READ_OF_DECLARATION, READ_OF_INSPECTION

#: What the solver, or the script of a board, gives: never in a head.
GIVEN = frozenset({
    "instructed/1", "in_force/1", "moment/1", "opening/0", "script_over/0", "script_continues/0", "chosen/3",
    "declaring/1", "inspected/1", "worded/1", "declared/1", "attainable/2",
})  # fmt: skip
#: Where a pack may say something and need not: undefined in a pack that does not.
OPEN = frozenset({
    "ignored/2", "replaced/2", "instead/2", "asks/3", "vanish/1", "concerns/2", "essential/1",
    "shorter_for/2", "checked_at/2", "considered/1", "declarer/2", "forbidden/3", "broken/3",
})  # fmt: skip
#: What the solver reads: used even if no rule asks for it.
TAKEN = frozenset((*READ, *READ_OF_DECLARATION, *READ_OF_INSPECTION, "another_step/1"))
#: Heads that carry the clause that forces them as their last argument, so that a ruling can cite it.
CITING = frozenset({"would/2", "ignored/2", "instead/2", "asks/3", "choice/3"})
#: What speaks to the solver about events: where such a rule runs, something comes of it.
EVENTFUL = frozenset({
    "would/2", "ignored/2", "replaced/2", "instead/2", "asks/3", "choice/3", "set/2", "add/3", "begin/1",
    "end/1", "vanish/1", "triggered/2", "over/1", "illegal/3", "check_due/0",
})  # fmt: skip
