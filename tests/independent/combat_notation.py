"""How a board on which attackers or blockers are declared is written in the board notation."""

from __future__ import annotations

from .combat import Ability, Board, Condition, Declaration, Part, Permanent, Quality

COLORS = ("white", "blue", "black", "red", "green")
SELF, ATTACHED = ("self",), ("attached",)
CREATURE: Quality = ("type", "creature")

# ---- words: a quality in the singular and in the plural ----

WORDS: dict[Quality, tuple[str, str]] = {
    CREATURE: ("creature", "creatures"),
    ("type", "artifact"): ("artifact", "artifacts"),
    ("type", "land"): ("land", "lands"),
    ("subtype", "Island"): ("Island", "Islands"),
    ("subtype", "Swamp"): ("Swamp", "Swamps"),
    ("subtype", "Wall"): ("Wall", "Walls"),
    ("subtype", "Goblin"): ("Goblin", "Goblins"),
    ("subtype", "Human"): ("Human", "Humans"),
}


def _word(singular: str, *qualities: Quality) -> Quality:
    quality = ("both", CREATURE, *qualities)
    WORDS[quality] = (singular, singular.replace("creature", "creatures", 1))
    return quality


ARTIFACT = _word("artifact creature", ("type", "artifact"))
RED = _word("red creature", ("color", "red"))
BLACK = _word("black creature", ("color", "black"))
FLYING = _word("creature with flying", ("with", "flying"))
GROUND = _word("creature without flying", ("without", "flying"))
WEAK = _word("creature with power 2 or less", ("power", "le", 2))
EXACT = _word("creature with power 2", ("power", "eq", 2))
STRONG = _word("creature with power 3 or greater", ("power", "ge", 3))
TOUGH = _word("creature with toughness 3 or greater", ("toughness", "ge", 3))
GREATER = _word("creature with greater power", ("power", "gt", "its"))
LESSER = _word("creature with lesser power", ("power", "lt", "its"))
BELOW_ITS: Quality = ("both", ("power", "lt", "its"), CREATURE)
WORDS[BELOW_ITS] = ("creature with power less than ~'s power", "creatures with power less than ~'s power")
BELOW_ISLANDS = _word(
    "creature with power less than the number of Islands you control",
    ("power", "lt", ("count", ("both", ("subtype", "Island"), ("controlled_by", "you")))),
)
YOURS = _word("creature you control", ("controlled_by", "you"))
THEIRS = _word("creature your opponents control", ("controlled_by", "opponent"))
YOUR_STRONG = _word(
    "creature you control with power 3 or greater", ("controlled_by", "you"), ("power", "ge", 3)
)
GOBLIN: Quality = ("subtype", "Goblin")
WALL: Quality = ("subtype", "Wall")
HUMAN: Quality = ("subtype", "Human")
ISLAND: Quality = ("subtype", "Island")
THING: Quality = ("type", "artifact")
LAND: Quality = ("type", "land")

# ---- sentences ----

WHOM = {
    "you": "you",
    "you_or_planeswalkers": "you or planeswalkers you control",
    "planeswalkers": "planeswalkers you control",
    "owner": "its owner",
    "opponents": "your opponents",
}
NUMBERS = ("no", "one", "two", "three", "four")
HOLDS = {
    "you": "you control",
    "opponent": "an opponent controls",
    "defending_player": "defending player controls",
    "attacking_player": "attacking player controls",
}


def a(noun: str) -> str:
    """A noun with its article."""
    return f"{'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun}"


def clause(condition: Condition, verb: str) -> str:
    """A condition in the words of a card; ``verb`` is what the creature does, attacks or blocks."""
    match condition:
        case ("controls", who, least, quality):
            if least == 1:
                return f"{HOLDS[who]} {a(WORDS[quality][0])}"
            return f"{HOLDS[who]} {NUMBERS[least]} or more {WORDS[quality][1]}"
        case ("not", ("controls", who, 1, quality)):
            return f"{HOLDS[who]} no {WORDS[quality][1]}"
        case ("controls_another", quality):
            return f"you control another {WORDS[quality][0]}"
        case ("controls_more", quality):
            other = "attacking" if verb == "blocks" else "defending"
            return f"you control more {WORDS[quality][1]} than {other} player"
        case ("with_another", quality):
            return f"{a(WORDS[quality][0])} also {verb}"
    raise ValueError(condition)


def unless(condition: Condition, verb: str) -> str:
    """What stands in the way of something that is said to be impossible unless a condition is met."""
    return (
        f"if {clause(condition[1], verb)}" if condition[0] == "not" else f"unless {clause(condition, verb)}"
    )


def sentence(ability: Ability) -> str:
    """An ability in the words of a card."""
    kind, *rest = ability
    if kind == "protection":
        return f"protection from {protected_from(rest[0])}"
    if not rest:
        return kind
    if kind in ("attack_limit", "block_limit"):
        whom = f" {WHOM[rest[1]]}" if rest[1:] else ""
        noun = "creature" if rest[0] == 1 else "creatures"
        return f"no more than {NUMBERS[rest[0]]} {noun} can {kind.removesuffix('_limit')}{whom} each combat"
    if kind == "landwalk_off":
        return f"creatures with {rest[0]} can be blocked as though they didn't have {rest[0]}"
    if kind == "all_block":
        return f"all {WORDS[rest[0]][1]} able to block {subject(rest[1])} do so"
    who, *rest = rest
    if kind == "attacks_whom" and rest[0] == "you_or_planeswalkers":
        return f"{subject(who)} attacks you or a planeswalker you control each combat if able"
    return f"{subject(who)} {predicate(kind, rest, many=who[0].startswith('each'))}"


def protected_from(quality: Quality) -> str:
    """From what something is protected."""
    match quality:
        case ("color", color):
            return color
        case ("everything",):
            return "everything"
        case ("either", *_):
            return "each color"
    return WORDS[quality][1]


def subject(who: tuple) -> str:
    """Those of whom something is said."""
    match who:
        case ("each", quality):
            return WORDS[quality][1]
        case ("each_other", quality):
            return f"other {WORDS[quality][1]}"
    return "~" if who == SELF else "enchanted creature"


#: What is said of some creatures and of what fits a description.
ABOUT = {
    "cant_block": "can't block",
    "can_block_only": "can block only",
    "cant_be_blocked_by": "can't be blocked by",
    "cant_be_blocked_except_by": "can't be blocked except by",
}


def predicate(kind: str, rest: list, many: bool) -> str:
    """What is said of them."""
    if kind in ABOUT:
        return f"{ABOUT[kind]} {WORDS[rest[0]][1]}"
    s, it, has = ("", "them", "they") if many else ("s", "it", "it")
    match kind, *rest:
        case "has", ability:
            return f"{'have' if many else 'has'} {sentence(ability)}"
        case "gets", power, toughness:
            return f"get{s} {power:+d}/{toughness:+d}"
        case "cant", what:
            return f"can't {what.replace('_', ' ')}"
        case "cant_attack", whom:
            return f"can't attack {WHOM[whom]}"
        case "cant_attack_unless", condition:
            return f"can't attack {unless(condition, 'attacks')}"
        case "cant_block_unless", condition:
            return f"can't block {unless(condition, 'blocks')}"
        case "attack_cost", "anyone", price:
            return f"can't attack unless {'their' if many else 'its'} controller pays {price}"
        case "attack_cost", whom, price:
            named = "creature they control that's attacking you"
            each = f"{price} for each {named if whom == 'you' else 'of those creatures'}"
            return f"can't attack {WHOM[whom]} unless their controller pays {each}"
        case "block_cost", price:
            return f"can't block unless {'their' if many else 'its'} controller pays {price}"
        case "cant_be", what:
            return f"can't be {what}"
        case "least_blockers", least:
            return f"can't be blocked except by {NUMBERS[least]} or more creatures"
        case "most_blockers", most:
            return f"can't be blocked by more than {NUMBERS[most]} creature{'s' * (most > 1)}"
        case ("blocked_by_all_or_none",):
            return f"can't be blocked unless all creatures defending player controls block {it}"
        case "cant_be_blocked_while", condition:
            return f"can't be blocked as long as {clause(condition, '')}"
        case ("attacks_each_combat",):
            return f"attack{s} each combat if able"
        case "attacks_whom", whom:
            return f"attack{s} {WHOM[whom]} each combat if able"
        case ("blocks_each_combat",):
            return f"block{s} each combat if able"
        case "blocks_it", quality:
            return f"block{s} {WORDS[quality][1]} each combat if able"
        case ("must_be_blocked",):
            return "must be blocked if able"
        case "must_be_blocked_by", quality:
            return f"must be blocked by {a(WORDS[quality][0])} if able"
        case "blocks_more", more:
            creature = "an additional creature" if more == 1 else f"{NUMBERS[more]} additional creatures"
            return f"can block {creature} each combat"
        case ("blocks_any_number",):
            return "can block any number of creatures"
        case ("attacks_despite_defender",):
            return f"can attack as though {has} didn't have defender"
        case ("attacks_as_though_haste",):
            return f"can attack as though {has} had haste"
        case ("blocks_tapped",):
            return f"can block as though {has} were untapped"
        case "blocks_despite", keyword:
            return f"can block creatures with {keyword} as though they didn't have {keyword}"
    raise ValueError(kind)


# ---- the board in its notation ----


def target(board: Board, name: str) -> str:
    """How a line names a player or a permanent."""
    return name if name in board.players else f"#{name}"


def type_line(it: Permanent) -> str:
    """``Red Artifact Creature — Wall``."""
    order = ("artifact", "enchantment", "land", "battle", "creature", "planeswalker")
    words = [*sorted(it.colors, key=COLORS.index), *sorted(it.supertypes), *sorted(it.types, key=order.index)]
    return " ".join(words).title() + (f" — {' '.join(sorted(it.subtypes))}" if it.subtypes else "")


def permanent_line(board: Board, it: Permanent) -> str:
    """A permanent in the notation."""
    states = ["tapped"] * it.tapped + ["summoning sick"] * it.sick
    states += ["face down"] * it.face_down + ["phased out"] * it.phased_out
    states += [f"goaded by {player}" for player in it.goaded_by]
    states += [f"protector {it.protector}"] if it.protector else []
    states += [f"attacking {target(board, it.attacking)}"] if it.attacking else []
    counters = {"planeswalker": "{loyalty x3}", "battle": "{defense x3}"}
    parts = [f"  battlefield Test {it.name.upper()} #{it.name}"]
    parts += [f"{it.power}/{it.toughness}"] if "creature" in it.types else []
    parts += [f"<{type_line(it)}>"]
    said = ["enchant creature"] * ("Aura" in it.subtypes) + [sentence(ability) for ability in it.abilities]
    parts += [f"[{'; '.join(said)}]"] if said else []
    parts += [counter for kind, counter in counters.items() if kind in it.types]
    parts += [f"({', '.join(states)})"] if states else []
    parts += [f"-> #{it.attached}"] if it.attached else []
    parts += [f"owner {it.owner}"] if it.owner not in ("", it.controller) else []
    return " ".join(parts)


def effect_line(name: str, ability: Ability) -> str:
    """What an effect says of a creature."""
    match ability:
        case ("attacks_each_combat", _):
            return f"effect #{name} attacks if able"
        case ("attacks_whom", _, whom):
            return f"effect #{name} attacks {whom} if able"
        case ("blocks_each_combat", _):
            return f"effect #{name} blocks if able"
        case ("blocks_it", _, ("is", other)):
            return f"effect #{name} blocks #{other} if able"
        case ("cant_block", _, ("is", other)):
            return f"effect #{name} can't block #{other}"
        case ("all_block", _, _):
            return f"effect all creatures able to block #{name} do so"
    said = sentence(ability).removeprefix("~").removesuffix(" each combat")
    return f"effect #{name}{said}"


def board_text(board: Board, kind: str, edition: str = "2026-08-07") -> str:
    """The whole board in the notation."""
    step = "declare-attackers" if kind == "attack" else "declare-blockers"
    lines = [f"magic {edition}", f"turn {board.active}  step {step}"]
    for player in board.players:
        lines.append(f"player {player}")
        lines += [permanent_line(board, it) for it in board.permanents if it.controller == player]
    lines += [effect_line(name, ability) for name, ability in board.effects]
    return "\n".join(lines) + "\n"


def part_text(board: Board, part: Part) -> str:
    """A part of a declaration in the notation."""
    return f"#{part[1]} -> {target(board, part[2])}"


def declaration_text(board: Board, kind: str, declaration: Declaration) -> str:
    """A declaration as a line of the script."""
    return f"then {kind} {', '.join(part_text(board, part) for part in sorted(declaration)) or 'none'}"
