"""headjudge: rulings for trading-card games from a described board.

>>> from headjudge import Board, Rulebook
>>> Rulebook.__name__
'Rulebook'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .board.model import Board, read_board
    from .derivation.adjudication import adjudicate
    from .derivation.rulebook import Rulebook
    from .derivation.ruling import Outcome, Round, Ruling
    from .errors import HeadjudgeError, IllegalAction, Malformed, NotCovered

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
    "adjudicate": "derivation.adjudication",
    "Board": "board.model",
    "read_board": "board.model",
    "HeadjudgeError": "errors",
    "IllegalAction": "errors",
    "Malformed": "errors",
    "NotCovered": "errors",
    "Rulebook": "derivation.rulebook",
    "Outcome": "derivation.ruling",
    "Round": "derivation.ruling",
    "Ruling": "derivation.ruling",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for, so that ``import headjudge`` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value
