"""Whether a grammar is LALR(1) without a conflict that Lark would settle by itself, without a word."""

from __future__ import annotations

import io
import logging

import lark


def conflicts(text: str, start: str) -> list[str]:
    """The conflicts that Lark settles in a grammar by choosing one side; those it cannot settle it raises."""
    said = io.StringIO()
    handler = logging.StreamHandler(said)
    lark.logger.addHandler(handler)
    lark.logger.setLevel(logging.DEBUG)
    try:
        lark.Lark(text, parser="lalr", start=start, maybe_placeholders=False, debug=True)
    finally:
        lark.logger.setLevel(logging.CRITICAL)
        lark.logger.removeHandler(handler)
    return [line for line in said.getvalue().splitlines() if "onflict" in line]
