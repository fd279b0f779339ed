"""New cards for card designers: do they work? A card as written is read, and rules find faults.

``lint(card, Design.load(game))`` gives the findings in one card, ``lint_all`` those in many.
"""

from .design import Design
from .findings import Code, Finding, Fix
from .linting import lint, lint_all
from .sources import read_cards
from .written import WrittenCard

__all__ = ["Code", "Design", "Finding", "Fix", "WrittenCard", "lint", "lint_all", "read_cards"]
