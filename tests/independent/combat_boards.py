"""Random boards on which attackers or blockers are to be declared, small and rich in conflicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from .combat import (
    LANDWALKS,
    NOTHING,
    Ability,
    Board,
    Condition,
    Declaration,
    Permanent,
    all_declarations,
    legal_declarations,
    sides,
    targets,
    unbroken,
)
from .combat_notation import (
    ARTIFACT,
    ATTACHED,
    BELOW_ISLANDS,
    BELOW_ITS,
    BLACK,
    COLORS,
    CREATURE,
    EXACT,
    FLYING,
    GOBLIN,
    GREATER,
    GROUND,
    HUMAN,
    ISLAND,
    LAND,
    LESSER,
    RED,
    SELF,
    STRONG,
    THEIRS,
    THING,
    TOUGH,
    WALL,
    WEAK,
    YOUR_STRONG,
    YOURS,
)

# ---- what creatures, Auras and other permanents say on random boards ----


def _keywords(*words: str) -> list[Ability]:
    return [(word,) for word in words]


UNLESS: tuple[Condition, ...] = (
    ("controls", "you", 1, THING),
    ("controls", "you", 2, LAND),
    ("controls_another", CREATURE),
    ("controls_another", GOBLIN),
    ("with_another", GREATER),
    ("with_another", RED),
    ("with_another", GOBLIN),
    ("not", ("controls", "you", 1, THING)),
    ("not", ("controls_another", RED)),
)
ATTACKER_SAYS: list[Ability] = [
    *[("attacks_each_combat", SELF)] * 6,
    *_keywords("defender", "defender", "haste", "flying"),
    ("attacks_despite_defender", SELF),
    *[("cant", SELF, "attack_alone")] * 3,
    ("cant", SELF, "attack"),
    ("cant_attack", SELF, "owner"),
    ("attack_cost", SELF, "anyone", "{2}"),
    ("attacks_as_though_haste", SELF),
    *[("cant_attack_unless", SELF, condition) for condition in UNLESS],
    ("cant_attack_unless", SELF, ("controls", "defending_player", 1, ISLAND)),
    ("cant_attack_unless", SELF, ("controls", "opponent", 2, CREATURE)),
    ("cant_attack_unless", SELF, ("controls_more", LAND)),
    ("cant_attack_unless", SELF, ("not", ("controls", "defending_player", 1, STRONG))),
    ("cant_attack", SELF, "opponents"),
    ("cant_attack_unless", SELF, ("controls_more", CREATURE)),
    ("attacks_each_combat", ("each", GOBLIN)),
    ("attacks_each_combat", ("each_other", CREATURE)),
]
ATTACK_AURA: list[Ability] = [
    *[("attacks_each_combat", ATTACHED)] * 2,
    *[("attacks_whom", ATTACHED, "you")] * 3,
    ("attacks_whom", ATTACHED, "you_or_planeswalkers"),
    ("cant_attack", ATTACHED, "you"),
    ("cant_attack", ATTACHED, "you_or_planeswalkers"),
    ("cant", ATTACHED, "attack"),
    ("cant_attack", ATTACHED, "owner"),
    ("cant_attack", ATTACHED, "planeswalkers"),
    ("attack_cost", ATTACHED, "anyone", "{1}"),
    ("has", ATTACHED, ("haste",)),
    ("has", ATTACHED, ("defender",)),
    ("gets", ATTACHED, 2, 0),
]
ATTACK_WORLD: list[Ability] = [
    *[("attack_limit", 1), ("attack_limit", 2)] * 2,
    *[("attack_limit", 1, "you"), ("attack_limit", 2, "you")] * 2,
    ("attack_cost", ("each", CREATURE), "you", "{2}"),
    ("attack_cost", ("each", CREATURE), "you_or_planeswalkers", "{1}"),
    ("attack_cost", ("each", CREATURE), "planeswalkers", "{1}"),
    *[("cant_attack", ("each", CREATURE), "you")] * 2,
    ("cant_attack", ("each", FLYING), "you"),
    ("cant_attack", ("each", WEAK), "you_or_planeswalkers"),
    *[("attacks_each_combat", ("each", quality)) for quality in (CREATURE, RED, GOBLIN, YOURS, THEIRS)],
    *[("attacks_whom", ("each", THEIRS), "you")] * 2,
    ("attacks_as_though_haste", ("each", YOURS)),
    ("attacks_despite_defender", ("each", YOURS)),
    ("cant", ("each", WEAK), "attack"),
    ("cant", ("each", BLACK), "attack_alone"),
    ("has", ("each", YOURS), ("haste",)),
    ("has", ("each", CREATURE), ("defender",)),
    ("has", ("each", GOBLIN), ("flying",)),
]
BLOCKED_SAYS: list[Ability] = [
    *_keywords("flying", "menace", "menace", "menace", "fear", "intimidate", "shadow", "shadow", "skulk"),
    *_keywords("horsemanship", *LANDWALKS),
    *[("protection", ("color", color)) for color in ("red", "black")],
    ("protection", THING),
    ("protection", CREATURE),
    ("protection", GOBLIN),
    ("protection", ("everything",)),
    ("protection", ("either", *(("color", color) for color in COLORS))),
    *[("least_blockers", SELF, 3), ("least_blockers", SELF, 2), ("most_blockers", SELF, 1)] * 2,
    ("most_blockers", SELF, 2),
    *[("blocked_by_all_or_none", SELF)] * 2,
    *[("must_be_blocked", SELF)] * 4,
    ("must_be_blocked_by", SELF, GOBLIN),
    ("must_be_blocked_by", SELF, ARTIFACT),
    *[("all_block", CREATURE, SELF)] * 4,
    ("all_block", WALL, SELF),
    ("all_block", FLYING, SELF),
    *[
        ("cant_be_blocked_by", SELF, quality)
        for quality in (WALL, WEAK, RED, GREATER, FLYING, BELOW_ISLANDS, EXACT)
    ],
    *[("cant_be_blocked_except_by", SELF, quality) for quality in (ARTIFACT, FLYING, BLACK, WALL, TOUGH)],
    ("cant_be", SELF, "blocked"),
    ("cant_block", ("each", BELOW_ITS), YOURS),
    ("cant_be_blocked_while", SELF, ("controls", "defending_player", 1, THING)),
    ("cant_be_blocked_while", SELF, ("controls", "defending_player", 2, LAND)),
    ("cant_be_blocked_while", SELF, ("controls", "you", 1, ISLAND)),
    ("cant_be_blocked_while", SELF, ("not", ("controls", "defending_player", 1, LAND))),
]
BLOCKER_SAYS: list[Ability] = [
    *_keywords("flying", "flying", "reach", "shadow", "horsemanship", "decayed", "defender"),
    *[("blocks_each_combat", SELF)] * 6,
    ("cant", SELF, "block"),
    *[("cant", SELF, "block_alone")] * 3,
    *[("blocks_more", SELF, 1)] * 3,
    ("blocks_more", SELF, 2),
    ("blocks_any_number", SELF),
    ("block_cost", SELF, "{3}"),
    *[("cant_block", SELF, quality) for quality in (WEAK, HUMAN, GREATER, GROUND, RED)],
    *[("can_block_only", SELF, quality) for quality in (FLYING, LESSER, GOBLIN)],
    *[("cant_block_unless", SELF, condition) for condition in UNLESS],
    ("cant_block_unless", SELF, ("controls", "attacking_player", 1, ISLAND)),
    ("cant_block_unless", SELF, ("controls_more", LAND)),
    *[("blocks_despite", SELF, "shadow")] * 2,
    *[("blocks_tapped", SELF)] * 2,
    ("blocks_each_combat", ("each_other", CREATURE)),
]
BLOCKED_AURA: list[Ability] = [
    *[("all_block", CREATURE, ATTACHED)] * 2,
    ("must_be_blocked", ATTACHED),
    ("cant_be", ATTACHED, "blocked"),
    ("cant_be_blocked_except_by", ATTACHED, WALL),
    ("cant_be_blocked_by", ATTACHED, WEAK),
    ("least_blockers", ATTACHED, 2),
    ("most_blockers", ATTACHED, 1),
    *[("has", ATTACHED, (keyword,)) for keyword in ("menace", "flying", "shadow", "islandwalk", "skulk")],
    ("has", ATTACHED, ("protection", ("color", "red"))),
    ("gets", ATTACHED, -1, 0),
]
BLOCKER_AURA: list[Ability] = [
    *[("blocks_each_combat", ATTACHED)] * 2,
    ("cant", ATTACHED, "block"),
    ("cant", ATTACHED, "block_alone"),
    ("block_cost", ATTACHED, "{1}"),
    ("blocks_more", ATTACHED, 1),
    ("blocks_tapped", ATTACHED),
    *[("has", ATTACHED, (keyword,)) for keyword in ("reach", "shadow", "decayed")],
    ("gets", ATTACHED, 2, 0),
]
BLOCK_WORLD: list[Ability] = [
    *[("block_limit", 1), ("block_limit", 2)] * 2,
    ("cant_block", ("each", FLYING), YOURS),
    ("cant", ("each", WEAK), "block"),
    ("cant", ("each", RED), "block_alone"),
    *[("blocks_each_combat", ("each", quality)) for quality in (CREATURE, RED, YOURS)],
    ("must_be_blocked", ("each", YOURS)),
    ("blocks_more", ("each", YOURS), 1),
    ("blocks_tapped", ("each", YOURS)),
    ("most_blockers", ("each", YOUR_STRONG), 1),
    ("least_blockers", ("each", YOURS), 2),
    ("cant_be_blocked_by", ("each", YOURS), WEAK),
    ("cant_be", ("each", BLACK), "blocked"),
    *[("has", ("each", YOURS), (keyword,)) for keyword in ("menace", "flying", "intimidate", "swampwalk")],
    *[("has", ("each", GOBLIN), (keyword,)) for keyword in ("fear", "horsemanship")],
    ("gets", ("each", YOURS), 1, 0),
    *[("landwalk_off", keyword) for keyword in ("islandwalk", "swampwalk")],
]


ANSWERS: dict[Ability, tuple[Ability, ...]] = {
    ("tapped",): (("blocks_tapped", SELF),),
    ("sick",): (("haste",), ("attacks_as_though_haste", SELF)),
    ("defender",): (("attacks_despite_defender", SELF),),
    ("flying",): (("flying",), ("reach",)),
    ("shadow",): (("shadow",), ("blocks_despite", SELF, "shadow")),
    ("horsemanship",): (("horsemanship",),),
}


@dataclass
class _Deal:
    """Deals permanents onto a board."""

    random: Random
    kind: str
    players: tuple[str, ...]
    dealt: list[Permanent]

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def pick(self, options):
        return self.random.choice(list(options))

    def says(self, pool: list[Ability], numbers: tuple[int, ...] = (0, 1, 1, 1, 2)) -> tuple[Ability, ...]:
        return tuple(dict.fromkeys(self.pick(pool) for _ in range(self.pick(numbers))))

    def answers(self, problems: Iterable[Ability]) -> tuple[Ability, ...]:
        """Now and then, what helps against a problem."""
        return tuple(self.pick(ANSWERS[p]) for p in problems if p in ANSWERS and self.chance(40))

    def put(self, letter: str, controller: str, types: str, **more) -> Permanent:
        number = sum(it.name.startswith(letter) for it in self.dealt) + 1
        it = Permanent(f"{letter}{number}", controller, frozenset(types.split()), **more)
        self.dealt.append(it)
        return it

    def creature(self, letter: str, player: str, pool: list[Ability], **more) -> Permanent:
        battle = self.chance(2)
        said = self.says(pool)
        said += self.answers([*said, *((state,) for state in ("tapped", "sick") if more.get(state))])
        return self.put(
            letter,
            player,
            ("artifact creature" if self.chance(20) else "creature") + " battle" * battle,
            subtypes=frozenset() if battle else frozenset({self.pick(("Goblin", "Human", "Wall", "Ogre"))}),
            colors=frozenset(c for c in ("white", "black", "red") if self.chance(30)),
            power=self.random.randint(0, 4),
            toughness=self.random.randint(1, 4),
            abilities=tuple(dict.fromkeys(said)),
            protector=self.pick([p for p in self.players if p != player]) if battle else "",
            face_down=not battle and self.chance(4),
            **more,
        )

    def phase_out(self) -> None:
        """Let a permanent be phased out to which nothing is attached, and which takes no part in combat."""
        hosts = {name for it in self.dealt for name in (it.attached, it.attacking) if name}
        out = [it for it in self.dealt if not {it.name} & hosts and not it.attacking]
        if out and self.chance(20):
            chosen = self.pick(out)
            self.dealt[self.dealt.index(chosen)] = replace(chosen, phased_out=True)

    def land(self) -> None:
        basic = self.chance(60)
        self.put(
            "l",
            self.pick(self.players),
            "land" if self.chance(85) else "artifact land",
            subtypes=frozenset({self.pick(("Island", "Island", "Swamp", "Forest", "Plains", "Mountain"))}),
            supertypes=frozenset({"basic"} if basic else {self.pick(("legendary", "snow"))}),
        )

    def enchantment(self, pool: list[Ability]) -> None:
        self.put("e", self.pick(self.players), "enchantment", abilities=self.says(pool, (1,)))

    def aura(self, pool: list[Ability], host: str) -> None:
        self.put(
            "u",
            self.pick(self.players),
            "enchantment",
            subtypes=frozenset({"Aura"}),
            abilities=self.says(pool, (1,)),
            attached=host,
        )

    def prey(self, percent: int) -> None:
        """Planeswalkers, and battles that others protect."""
        for player in self.players[1:]:
            if self.chance(percent):
                self.put("w", player, "planeswalker", subtypes=frozenset({"Jace"}))
            if self.chance(percent // 2):
                owner = self.pick([p for p in self.players if p != player])
                self.put("s", owner, "battle", subtypes=frozenset({"Siege"}), protector=player)


def random_board(seed: int, kind: str) -> Board:
    """The board of this seed."""
    random = Random(seed)
    players = tuple("ABCD"[: random.choice((2, 2, 3, 3, 4) if kind == "attack" else (2, 2, 2, 3))])
    deal = _Deal(random, kind, players, [])
    deal.prey(30 if kind == "attack" else 20)
    for _ in range(random.choice((0, 1, 1, 2))):
        deal.land()
    effects = tuple(_attack_board(deal) if kind == "attack" else _block_board(deal))
    deal.phase_out()
    return Board("A", players, tuple(deal.dealt), effects)


def _attack_board(deal: _Deal) -> Iterator[tuple[str, Ability]]:
    others = deal.players[1:]
    for _ in range(deal.pick((1, 2, 3, 3, 4))):
        goaders = tuple(p for p in others if deal.chance(20))
        owner = deal.pick(others) if deal.chance(10) else ""
        state = {"tapped": deal.chance(8), "sick": deal.chance(15), "goaded_by": goaders, "owner": owner}
        deal.creature("a", "A", ATTACKER_SAYS, **state)
    hosts = [it.name for it in deal.dealt if it.name.startswith("a")]
    for _ in range(deal.pick((0, 1, 1, 2))):
        deal.creature("b", deal.pick(others), BLOCKER_SAYS + ATTACKER_SAYS)
    for _ in range(deal.pick((0, 1, 1, 2))):
        deal.enchantment(ATTACK_WORLD)
    for _ in range(deal.pick((0, 0, 1, 2))):
        deal.aura(ATTACK_AURA, deal.pick(hosts))
    for _ in range(deal.pick((0, 0, 0, 1, 2))):
        said: tuple[Ability, ...] = (
            ("cant", SELF, "attack"),
            ("attacks_each_combat", SELF),
            ("attacks_whom", SELF, deal.pick(others)),
        )
        yield deal.pick(hosts), deal.pick(said)


def _block_board(deal: _Deal) -> Iterator[tuple[str, Ability]]:
    met = targets(Board("A", deal.players, tuple(deal.dealt)))
    for _ in range(deal.pick((1, 2, 2, 3, 4))):
        state = {"attacking": deal.pick([*met, "B", "B"]), "tapped": deal.chance(70)}
        if deal.chance(3):
            deal.put("a", "A", "artifact", **state)  # a creature no more, so it attacks no more (506.4)
        else:
            deal.creature("a", "A", BLOCKED_SAYS, **state)
    evasive = {ability for it in deal.dealt for ability in it.abilities} & ANSWERS.keys()
    evaded = [answer for ability in sorted(evasive) for answer in ANSWERS[ability]] * 6
    for _ in range(deal.pick((1, 2, 3, 3, 4))):
        player = "B" if deal.chance(75) else deal.pick(deal.players[1:])
        deal.creature("b", player, BLOCKER_SAYS + evaded, tapped=deal.chance(12), sick=deal.chance(10))
    coming = [it.name for it in deal.dealt if it.name.startswith("a")]
    hosts = [it.name for it in deal.dealt if it.name.startswith("b")]
    for _ in range(deal.pick((0, 0, 1, 2))):
        deal.enchantment(BLOCK_WORLD)
    for _ in range(deal.pick((0, 0, 1))):
        deal.aura(BLOCKED_AURA, deal.pick(coming))
    for _ in range(deal.pick((0, 0, 1))):
        deal.aura(BLOCKER_AURA, deal.pick(hosts))
    for _ in range(deal.pick((0, 0, 1, 1, 2))):
        said: tuple[tuple[str, Ability], ...] = (
            (deal.pick(hosts), ("cant", SELF, "block")),
            (deal.pick(hosts), ("blocks_each_combat", SELF)),
            *[(deal.pick(hosts), ("blocks_it", SELF, ("is", deal.pick(coming))))] * 2,
            (deal.pick(hosts), ("cant_block", SELF, ("is", deal.pick(coming)))),
            (deal.pick(coming), ("must_be_blocked", SELF)),
            (deal.pick(coming), ("all_block", CREATURE, SELF)),
        )
        yield deal.pick(said)


# ---- proposals ----


def random_proposals(board: Board, kind: str, seed: int, number: int = 6) -> list[Declaration]:
    """Declarations worth judging: none; legal, nearly legal and wild ones; and some that make no sense."""
    random = Random(seed)
    found = [NOTHING]
    for _ in range(number):
        wild = random.random() < 0.4
        chosen: Declaration = NOTHING
        for side in sides(board, kind):
            ways = list(all_declarations(board, kind, side))
            tame = [declaration for declaration, _, _ in unbroken(board, kind, side)]
            best = legal_declarations(board, kind, side)
            chosen |= random.choice(ways if wild else random.choice((tame, best, best)))
        if random.random() < 0.3 and chosen:
            chosen -= {random.choice(sorted(chosen))}
        names = list(board.named)
        if random.random() < 0.25 and names:
            goals = (*names, *board.players) if kind == "attack" else names
            chosen |= {(kind, random.choice(names), random.choice(goals))}
        found.append(chosen)
    return list(dict.fromkeys(found))


# ---- the smallest board with the same trouble ----


STATES = ("tapped", "sick", "face_down", "phased_out", "goaded_by", "owner", "colors", "subtypes")


def smaller(board: Board) -> Iterator[Board]:
    """The boards with one thing less."""
    for it in board.permanents:
        gone = {it.name}
        kept = [t for t in board.permanents if not {t.name, t.attached, t.attacking} & gone]
        effects = [
            (n, ability) for n, ability in board.effects if n != it.name and it.name not in str(ability)
        ]
        yield replace(board, permanents=tuple(kept), effects=tuple(effects))
    for number in range(len(board.effects)):
        yield replace(board, effects=board.effects[:number] + board.effects[number + 1 :])
    if len(board.players) > 2:
        last = board.players[-1]
        if not any(last in repr(it) for it in board.permanents):
            yield replace(board, players=board.players[:-1])
    for at, it in enumerate(board.permanents):
        plainer = [
            replace(it, abilities=it.abilities[:n] + it.abilities[n + 1 :]) for n in range(len(it.abilities))
        ]
        plain = Permanent(it.name, it.controller)
        for state in (
            "tapped",
            "sick",
            "face_down",
            "phased_out",
            "goaded_by",
            "owner",
            "colors",
            "supertypes",
            "subtypes",
        ):
            if getattr(it, state) != getattr(plain, state):
                plainer.append(replace(it, **{state: getattr(plain, state)}))
        for less in plainer:
            yield replace(board, permanents=(*board.permanents[:at], less, *board.permanents[at + 1 :]))


def smallest(board: Board, wrong: Callable[[Board], bool]) -> Board:
    """A board with the same trouble from which nothing more can be left out."""
    while less := next((other for other in smaller(board) if wrong(other)), None):
        board = less
    return board
