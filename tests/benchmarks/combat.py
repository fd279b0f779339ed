"""Boards of attackers and blockers, and how fast a declaration of blockers is judged on them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from headjudge.board.model import Board
from headjudge.derivation import declaration
from headjudge.derivation.rulebook import Rulebook

COLOURS = ("White", "Black", "Red")
EVASION = ("", "", "", "Flying", "Menace", "Fear", "Intimidate", "Skulk", "Two", "Flying, menace")
DEFENCE = ("", "", "", "Flying", "Reach")
MUST_BE_BLOCKED = "This creature must be blocked if able."
LURE = "All creatures able to block this creature do so."
TWO_OR_MORE = "This creature can't be blocked except by two or more creatures."
BLOCKS = "This creature blocks each combat if able."
ONE_MORE = "This creature can block an additional creature each combat."


@dataclass(frozen=True)
class Fighter:
    """A creature that attacks (player A) or could block (player B); ``lines`` are its printed text."""

    name: str
    player: str
    numbers: tuple[int, int]
    colour: str
    lines: tuple[str, ...]


#: Pairs of a blocker and an attacker, as indices into a board.
Blocks = Sequence[tuple[int, int]]


def combat_board(attackers: int, blockers: int, seed: int) -> tuple[Fighter, ...]:
    """Mixed restrictions and requirements to block, in words that the peer reads as well."""
    source = random.Random(seed)

    def pick(*choices: str) -> str:
        return choices[int(source.random() * len(choices))]

    def fighter(name: str, player: str, keywords: str, duty: str) -> Fighter:
        numbers = (1 + int(source.random() * 5), 3)
        keywords = TWO_OR_MORE if keywords == "Two" else keywords
        lines = tuple(line for line in (keywords, duty) if line)
        return Fighter(name, player, numbers, pick(*COLOURS), lines)

    board = []
    for index in range(attackers):
        chance = source.random()
        duty = MUST_BE_BLOCKED if chance < 0.25 else LURE if chance < 0.35 else ""
        board.append(fighter(f"Raider {index}", "A", pick(*EVASION), duty))
    for index in range(blockers):
        chance = source.random()
        duty = BLOCKS if chance < 0.3 else ONE_MORE if chance < 0.45 else ""
        board.append(fighter(f"Guard {index}", "B", pick(*DEFENCE), duty))
    return tuple(board)


def combat_notation(board: Sequence[Fighter]) -> str:
    """A board at the declare blockers step in the board notation."""
    lines = ["magic 2026-08-07", "turn A  step declare-blockers"]
    for player, state in (("A", " (tapped, attacking B)"), ("B", "")):
        lines.append(f"player {player}  life 20")
        for index, creature in enumerate(board):
            if creature.player == player:
                power, toughness = creature.numbers
                text = "; ".join(line.removesuffix(".").lower() for line in creature.lines)
                lines.append(
                    f"  battlefield  {creature.name} #c{index} {power}/{toughness}"
                    f" <{creature.colour} Creature — Ogre>{f' [{text}]' if text else ''}{state}"
                )
    return "\n".join(lines) + "\n"


def _parts(blocks: Blocks) -> list[str]:
    return [f'block("c{blocker}","c{attacker}")' for blocker, attacker in blocks]


def blocks_of(parts: Sequence[str]) -> Blocks:
    """The blocks that part terms stand for."""
    pairs = (part.split('"')[1::2] for part in parts)
    return [(int(blocker[1:]), int(attacker[1:])) for blocker, attacker in pairs]


class Judge:
    """Our side: a board that was read, and our answer to any declaration of blockers on it."""

    def __init__(self, board: Sequence[Fighter]) -> None:
        self.book = Rulebook.load("magic")
        self.facts = Board.parse(combat_notation(board)).facts()
        unread = [fact for fact in self.facts if fact.startswith("unread(")]
        if unread:
            raise ValueError(f"we do not read the whole text: {unread}")

    def judge(self, blocks: Blocks) -> declaration.Verdict:
        """The verdict, for an illegal declaration with a nearest legal one."""
        return declaration.judge(self.book, self.facts, "block", _parts(blocks))

    def survey(self) -> declaration.Survey:
        """What may and must be declared."""
        return declaration.survey(self.book, self.facts, "block")
