"""``python -m headjudge``."""

from .cli import main

main()
