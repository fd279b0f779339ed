"""Costs as set editors write them, without braces: each symbol is put into braces of its own."""

from __future__ import annotations

import re

from .design import Design


def in_symbols(text: str, design: Design) -> str:
    """A row of symbols, each in braces; a text that already has some, or that is no such row, as it is.

    ``[loose]`` of ``rules/<game>/design/written.toml`` says what the symbols are.
    """
    pattern = design.written.get("loose", {}).get("symbol", "(?!)")
    if "{" in text or not re.fullmatch(rf"(?:{pattern})+", text):
        return text
    return "".join(f"{{{symbol}}}" for symbol in re.findall(pattern, text))
