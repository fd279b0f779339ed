"""What is found in a file of cards: `python -m tests.lint_report FILE [SEED]`.

It tells how many cards are read whole and counts the findings by code, then prints thirty findings drawn at
random, to be judged by hand (`lint/judged.toml`). Half of those drawn are of any kind; half are none of the
two commonest kinds, which are about wording.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence

from headjudge.lint import Design, Finding, WrittenCard, lint_all, read_cards

COMMON = {"CL101", "CL104"}
#: Kinds of findings in lines that cannot be read.
UNREAD = {"CL101", "CL102", "CL103", "CL280", "CL281", "CL282", "CL287"}
DRAWN = 15
SEED = 20260807

Checked = Sequence[tuple[WrittenCard, list[Finding]]]


def checked(file: str, processes: int = 2, step: int = 1) -> Checked:
    """The cards of a file (or each so-manieth of them) with what is found in each."""
    cards = [card for number, card in enumerate(read_cards(file, "magic")) if number % step == 0]
    return list(lint_all(cards, Design.load("magic"), processes))


def whole(findings: list[Finding]) -> bool:
    """Whether every line of a card is read."""
    return not any(finding.code.code in UNREAD for finding in findings)


def drawn(cards: Checked, seed: int = SEED) -> list[Finding]:
    """Thirty findings drawn at random."""
    findings = [finding for _, found in cards for finding in found]
    rare = [finding for finding in findings if finding.code.code not in COMMON]
    chance = random.Random(seed)
    return [*chance.sample(findings, DRAWN), *chance.sample(rare, DRAWN)]


def main(file: str, seed: int = SEED) -> None:
    cards = checked(file)
    read = sum(whole(found) for _, found in cards)
    print(f"{len(cards)} cards, {read} read whole ({100 * read / len(cards):.1f} %)")
    count = Counter(f"{each.code.code} {each.code.name} ({each.severity})" for _, f in cards for each in f)
    for code, number in sorted(count.items()):
        print(f"{number:6}  {code}")
    for finding in drawn(cards, seed):
        place = f"{finding.field} {finding.line}:{finding.column}"
        print(f"{finding.code.code} {finding.card.name!r} {place}: {finding.message} → {finding.suggestion}")
        print(f"       {finding.card[finding.field]!r} <{finding.card['type_line']}>")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
