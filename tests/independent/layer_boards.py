"""Random boards for the layers (613): permanents that say things of one another, effects that have resolved;
and the same in the board notation."""

from __future__ import annotations

from hypothesis import strategies as st

from .layers import Ability, Change, Piece, Quality, Resolved

KEYWORDS = ("flying", "reach", "trample")
COLORS = ("white", "blue")
TYPES = ("artifact", "creature", "land", "enchantment")
SUBTYPES = ("mountain", "swamp", "island", "goblin", "wizard")
PLURALS = {"sorcery": "sorceries"}

CREATURE, LAND = ("type", "creature"), ("type", "land")
#: Descriptions, with their words in the plural.
QUALITIES: tuple[tuple[Quality, str], ...] = (
    (CREATURE, "creatures"),
    (LAND, "lands"),
    (("type", "artifact"), "artifacts"),
    (("type", "enchantment"), "enchantments"),
    (("all", CREATURE, ("yours",)), "creatures you control"),
    (("all", LAND, ("yours",)), "lands you control"),
    (("all", ("not", ("supertype", "basic")), LAND), "nonbasic lands"),
    (("all", ("color", "white"), CREATURE), "white creatures"),
    (("all", ("color", "blue"), ("type", "artifact")), "blue artifacts"),
    (("all", CREATURE, ("with", "flying")), "creatures with flying"),
    (("all", CREATURE, ("without", "flying")), "creatures without flying"),
    (("all", CREATURE, ("with", "reach")), "creatures with reach"),
    (("all", ("not", CREATURE), ("type", "artifact")), "noncreature artifacts"),
    (("all", ("not", CREATURE), LAND), "noncreature lands"),
    (("subtype", "goblin"), "Goblins"),
    (("subtype", "swamp"), "Swamps"),
    (("subtype", "island"), "Islands"),
    (("subtype", "mountain"), "Mountains"),
)
WORDS = dict(QUALITIES)

small = st.integers(-1, 3)
changes: st.SearchStrategy[Change] = st.one_of(
    st.tuples(st.just("adds_type"), st.sampled_from(TYPES)),
    st.tuples(st.just("is_type"), st.sampled_from(TYPES)),
    st.tuples(st.just("adds_subtype"), st.sampled_from(SUBTYPES)),
    st.tuples(st.just("is_subtype"), st.sampled_from(SUBTYPES)),
    st.tuples(st.just("color"), st.sampled_from(COLORS)),
    st.just(("colorless",)),
    st.builds(lambda keyword: ("has", ("keyword", keyword)), st.sampled_from(KEYWORDS)),
    st.tuples(st.just("loses"), st.sampled_from(KEYWORDS)),
    st.just(("loses_all",)),
    st.tuples(st.just("cant_have"), st.sampled_from(KEYWORDS)),
    st.tuples(st.just("base"), st.integers(0, 5), st.integers(1, 5)),
    st.tuples(st.just("gets"), small, small),
)


def compatible(several: tuple[Change, ...]) -> bool:
    """Whether one effect can say all of this at once: no change twice, and no ability given that it bars."""
    kinds = [change[0] for change in several]
    given = {change[1][1] for change in several if change[0] == "has"}
    barred = {change[1] for change in several if change[0] in ("cant_have", "loses")}
    colors = {"color", "colorless"} & set(kinds)
    return len(set(kinds)) == len(kinds) and not given & barred and len(colors) < 2


@st.composite
def said(draw: st.DrawFn, attached: bool) -> Ability:
    """A static ability: of whom it speaks, and what it says of them."""
    quality = st.sampled_from([quality for quality, _ in QUALITIES])
    sets = [
        st.tuples(st.just("each"), quality),
        st.tuples(st.just("each_other"), quality),
        st.just(("self",)),
    ]
    who = draw(st.one_of([*sets, st.just(("attached",))] if attached else sets))
    several = tuple(draw(st.lists(changes, min_size=1, max_size=2)))
    return ("static", who, several if compatible(several) else several[:1])


@st.composite
def layered_boards(draw: st.DrawFn, most: int = 5) -> tuple[list[Piece], list[Resolved]]:
    """Some permanents, and some effects that have resolved."""
    names = [f"p{number}" for number in range(draw(st.integers(2, most)))]
    pieces = [draw(_piece(name, place, names)) for place, name in enumerate(names, 1)]
    effects = draw(st.lists(st.builds(Resolved, st.sampled_from(names), _resolved()), max_size=3))
    earlier = st.one_of(_rewording(), st.tuples(st.just("control"), st.sampled_from("AB")))
    changed = st.builds(lambda name, change: Resolved(name, (change,)), st.sampled_from(names), earlier)
    return pieces, draw(st.permutations(effects + draw(st.lists(changed, max_size=2))))


@st.composite
def _rewording(draw: st.DrawFn) -> Change:
    """Two at most on a board: what the second of three finds, is asked of nobody."""
    words = draw(st.sampled_from((COLORS, ("mountain", "swamp", "island"))))
    old, new, *_ = draw(st.permutations(words))
    return "reword", old, new


@st.composite
def _resolved(draw: st.DrawFn) -> tuple[Change, ...]:
    several = tuple(draw(st.lists(st.one_of(changes, st.just(("switch",))), min_size=1, max_size=2)))
    return several if compatible(several) else several[:1]


@st.composite
def _piece(draw: st.DrawFn, name: str, stamp: int, names: list[str]) -> Piece:
    kind = draw(st.sampled_from(("creature", "creature", "land", "land", "artifact", "enchantment", "aura")))
    others = [other for other in names if other != name]
    attached = draw(st.sampled_from(others)) if kind == "aura" else ""
    piece = Piece(name, draw(st.sampled_from("AB")), stamp, {"enchantment" if kind == "aura" else kind})
    piece.attached = attached
    piece.power, piece.toughness = draw(st.integers(0, 4)), draw(st.integers(1, 4))
    piece.colors = set(draw(st.lists(st.sampled_from(COLORS), max_size=1)))
    if kind == "land":
        piece.subtypes = set(
            draw(st.lists(st.sampled_from(("mountain", "swamp", "island", "desert")), max_size=1))
        )
        piece.supertypes = set(draw(st.lists(st.just("basic"), max_size=1)))
    if kind == "creature":
        piece.subtypes = set(draw(st.lists(st.sampled_from(("goblin", "wizard")), max_size=1)))
        keywords = draw(
            st.lists(st.sampled_from((*KEYWORDS, "changeling", "devoid")), max_size=2, unique=True)
        )
        piece.abilities = [("keyword", keyword) for keyword in keywords]
    if kind == "aura":
        piece.subtypes = {"aura"}
    if attached and int(attached[1:]) < int(name[1:]) and draw(st.integers(0, 2)) == 0:
        piece.abilities.append(("static", ("attached",), (("you_control",),)))
    elif kind not in ("creature", "land") or draw(st.integers(0, 2)) == 0:
        # One only: the rules leave open in which order two of the same timestamp apply.
        piece.abilities.append(draw(said(bool(attached))))
    return piece


# ---- in the board notation ----


def _plural(word: str) -> str:
    return {"sorcery": "sorceries"}.get(word, f"{word}s")


def _subtype(word: str, several: bool) -> str:
    return f"{word}s".capitalize() if several else word.capitalize()


def _article(word: str) -> str:
    return f"an {word}" if word[0].lower() in "aeio" else f"a {word}"


def change_text(change: Change, several: bool) -> str:
    """A change in the words of a card, said of one or of several."""
    are, have = ("are", "have") if several else ("is", "has")
    kind, *rest = change
    match kind:
        case "adds_type" | "is_type":
            what = _plural(rest[0]) if several else _article(rest[0])
        case "adds_subtype" | "is_subtype":
            what = _subtype(rest[0], several)
            what = what if several else _article(what)
        case "color":
            return f"{are} {rest[0]}"
        case "colorless":
            return f"{are} colorless"
        case "has":
            return f"{have} {rest[0][1]}"
        case "loses":
            return f"lose{'' if several else 's'} {rest[0]}"
        case "loses_all":
            return f"lose{'' if several else 's'} all abilities"
        case "cant_have":
            return f"can't have {rest[0]}"
        case "base":
            return f"{have} base power and toughness {rest[0]}/{rest[1]}"
        case "gets":
            return f"get{'' if several else 's'} {rest[0]:+d}/{rest[1]:+d}"
    more = f" in addition to {'their' if several else 'its'} other types" if kind.startswith("adds") else ""
    return f"{are} {what}{more}"


def ability_text(ability: Ability) -> str:
    """An ability in the words of a card."""
    if ability[0] == "keyword":
        return str(ability[1])
    if ability[2] == (("you_control",),):
        return "You control enchanted permanent."
    kind, *rest = ability[1]
    several = kind in ("each", "each_other")
    who = {"self": "this permanent", "attached": "enchanted permanent"}.get(kind, "")
    if several:
        who = ("other " if kind == "each_other" else "") + WORDS[rest[0]]
    return f"{who} {' and '.join(change_text(change, several) for change in ability[2])}"


def effect_text(change: Change, name: str) -> str:
    """What has resolved, as an effect line says it."""
    match change:
        case ("switch",):
            return f"#{name} has its power and toughness switched"
        case ("gets", power, toughness):
            return f"#{name} gets {power:+d}/{toughness:+d}"
        case ("base", power, toughness):
            return f"#{name} has base power and toughness {power}/{toughness}"
        case ("has", (_, keyword)):
            return f"#{name} gains [{keyword}]"
        case ("loses", keyword):
            return f"#{name} loses [{keyword}]"
        case ("loses_all",):
            return f"#{name} loses all abilities"
        case ("control", player):
            return f"{player} gains control of #{name}"
        case ("reword", old, new):
            old, new = (word if word in COLORS else word.capitalize() for word in (old, new))
            return f"#{name} has the word {old} changed to {new}"
    return f"#{name} [this permanent {change_text(change, False)}]"


def layered_board(pieces: list[Piece], resolved: list[Resolved]) -> str:
    """The board as text."""
    lines = ["magic"]
    for player in "AB":
        lines.append(f"player {player}")
        for piece in pieces:
            if piece.controller != player:
                continue
            words = [*sorted(piece.colors), *sorted(piece.supertypes), *sorted(piece.types)]
            subtypes = " ".join(sorted(subtype.capitalize() for subtype in piece.subtypes))
            line = " ".join(word.capitalize() for word in words) + (f" — {subtypes}" if subtypes else "")
            texts = [ability_text(ability) for ability in piece.abilities]
            texts += ["enchant permanent"] if piece.attached else []
            size = f"{piece.power}/{piece.toughness}"
            lines.append(
                f"  battlefield {piece.name.capitalize()} #{piece.name} {size} <{line}>"
                + (f" [{'; '.join(texts)}]" if texts else "")
                + (f" -> #{piece.attached}" if piece.attached else "")
                + f" @{piece.stamp}"
            )
    for number, effect in enumerate(resolved, 1):
        lines += [f"effect @{number} {effect_text(change, effect.name)}" for change in effect.changes]
    return "\n".join(lines) + "\n"
