"""Boards of any size for the benchmarks: a mixed table, the same one for every engine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Permanent:
    """A permanent that every peer can describe: a creature (or a land, without numbers)."""

    name: str
    player: str
    numbers: tuple[int, int] | None
    legendary: bool = False
    damage: int = 0
    plus: int = 0
    minus: int = 0


def common_board(size: int) -> list[Permanent]:
    """Creatures and lands only: what the peer's state can hold as well as ours.

    One creature in ten has lethal damage, one in ten a pair of opposite counters.
    """
    board = []
    for index in range(size):
        player = "AB"[index % 2]
        if index % 3 == 0:
            board.append(Permanent("Forest", player, None))
        else:
            board.append(
                Permanent(
                    f"Bear {index % 7}",
                    player,
                    (2, 2 + index % 3),
                    damage=5 if index % 10 == 1 else 0,
                    plus=1 if index % 10 == 2 else 0,
                    minus=1 if index % 10 == 2 else 0,
                )
            )
    return board


def notation(board: list[Permanent], life: dict[str, int] | None = None) -> str:
    """A common board in the board notation."""
    lines = ["magic 2026-08-07", "turn A  step main1"]
    for player in "AB":
        lines.append(f"player {player}  life {(life or {}).get(player, 20)}")
        for index, permanent in enumerate(board):
            if permanent.player != player:
                continue
            line = f"  battlefield  {permanent.name} #p{index}"
            if permanent.numbers:
                power, toughness = permanent.numbers
                legendary = "Legendary " if permanent.legendary else ""
                line += f" {power}/{toughness} <{legendary}Creature — Bear>"
            counters = [f"+1/+1 x{permanent.plus}"] * bool(permanent.plus)
            counters += [f"-1/-1 x{permanent.minus}"] * bool(permanent.minus)
            if counters:
                line += " {" + ", ".join(counters) + "}"
            if permanent.damage:
                line += f" (damage {permanent.damage})"
            lines.append(line)
    return "\n".join(lines) + "\n"


ROWS = (
    "Bear Cub #p{i} 2/2 <Green Creature — Bear>",
    "Forest #p{i}",
    "Iron Knight #p{i} 3/3 <White Creature — Human Knight> [first strike; protection from red]",
    "Steel Blade #p{i} <Artifact — Equipment> [equipped creature gets +1/+1; equip {{2}}] -> #p{back2}",
    "Old Oath #p{i} <White Enchantment — Aura> [enchant creature] -> #p{back4}",
    "Stone Golem #p{i} 4/4 <Artifact Creature — Golem> [indestructible] (damage 4)",
    "Swamp #p{i}",
    "Orc Raider #p{i} 2/2 <Red Creature — Orc Warrior> [menace]",
    "Mage of Tower {i} #p{i} <Legendary Planeswalker — Mage> {{loyalty x4}}",
    "Bog Thing #p{i} 3/3 <Black Creature — Horror> [persist] {{+1/+1 x1, -1/-1 x1}} (damage 1)",
)


def mixed_board(size: int) -> str:
    """A realistic table in the notation: creatures, lands, Auras, Equipment, static abilities,
    planeswalkers, one static ability a player that reaches all their creatures; a few state-based
    actions to perform."""
    chief = "  battlefield  War Chief <Red Creature — Orc> 2/2 [other creatures you control get +1/+0]"
    lines = ["magic 2026-08-07", "turn A  step main1"]
    for player, numbers in (("A", range(size // 2)), ("B", range(size // 2, size))):
        lines += [f"player {player}  life 20", chief.replace("Chief", f"Chief #c{player}")]
        for i in numbers:
            row = ROWS[(i - numbers[0]) % len(ROWS)]
            lines.append("  battlefield  " + row.format(i=i, back2=i - 1, back4=i - 4))
    return "\n".join(lines) + "\n"
