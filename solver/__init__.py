"""headjudge: rulings for trading-card games from a described board.

>>> from headjudge import Board, Rulebook
>>> Rulebook.__name__
'Rulebook'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .adjudicate import adjudicate
    from .board import Board, read_board
    from .errors import HeadjudgeError, IllegalAction, Malformed, NotCovered
    from .rulebook import Rulebook
    from .ruling import Outcome, Round, Ruling

__version__ = "0.1.0"

__all__ = [
    "Board",
    "HeadjudgeError",
    "IllegalAction",
    "Malformed",
    "NotCovered",
    "Outcome",
    "Round",
    "Rulebook",
    "Ruling",
    "__version__",
    "adjudicate",
    "read_board",
]

_HOMES = {
    "adjudicate": "adjudicate",
    "Board": "board",
    "read_board": "board",
    "HeadjudgeError": "errors",
    "IllegalAction": "errors",
    "Malformed": "errors",
    "NotCovered": "errors",
    "Rulebook": "rulebook",
    "Outcome": "ruling",
    "Round": "ruling",
    "Ruling": "ruling",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for, so that ``import headjudge`` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value
