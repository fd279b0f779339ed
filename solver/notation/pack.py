"""A game's notation: the words a board may use, read from the rule pack's notation.toml and cards.toml."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

from ..errors import Malformed, Place
from ..language.reading import ReadAbility, Reading, Unread
from ..language.remembering import memory
from ..nearest import did_you_mean, slip_of
from ..tables import files, read_table
from ..terms import Fn, Term, quote, read, show, slug
from .frames import Frames
from .names import Unclear
from .slots import ability_slot, counter_slot, vocabulary_slot
from .symbols import Symbols

Facts = tuple[str, ...]
_DEEPEST = 100

#: The words with which lines other than those of a zone begin, in every game.
LINES = ("variant", "turn", "team", "card", "player", "effect", "happened", "then", "ask", "expect")


@dataclass(frozen=True)
class PackCard:
    """A card that every board may name: its name, other names, and its parts as written on a board.

    ``made_as`` is the term with which the text says it that makes one; empty where none can be made.
    """

    name: str
    also: tuple[str, ...] = ()
    cost: str = ""
    numbers: str = ""
    type_line: str = ""
    text: str = ""
    made_as: str = ""


@dataclass(frozen=True, eq=False)
class Notation:
    """The words of one game and the facts they become; see rules/<game>/notation.toml for each table."""

    game: str
    title: str
    vocabulary: Mapping[str, Mapping[str, str]]
    counter_kinds: frozenset[str]
    type_words: Mapping[str, Facts]
    subtype: str
    subtypes: Mapping[str, str]
    spellings: Mapping[str, str]
    card: Mapping[str, Facts]
    object: Mapping[str, Facts]
    player: Mapping[str, Facts]
    lasting: str
    uncarded: frozenset[str]
    cardless: frozenset[str]
    spoken: frozenset[str]
    parts_cast_alone: frozenset[str]
    defaults: Mapping[str, Mapping[str, Facts]]
    frames: Frames
    cards: Mapping[str, PackCard]
    symbols: Symbols | None

    @staticmethod
    def load(game: str, letters: str = "") -> Notation:
        """The notation of a game; :class:`Malformed` for an unknown game or a broken pack.

        Where several words or phrases state the same, the first is printed. ``letters`` is a pattern for one
        letter: the words and phrases in which there is one come first then.

        >>> Notation.load(games()[0]).game == games()[0]
        True
        """
        return _load(str(game), letters)

    def zone(self, word: str, place: Place | None = None) -> str:
        """The zone a word stands for; :class:`Malformed` with the nearest zone if there is none."""
        zones = self.vocabulary["zone"]
        zone = zones.get(word) or zones.get(word.lower())
        if zone is None:
            expected = (*zones, *LINES)
            advice = did_you_mean(word, expected)
            what = f"{word} is neither a zone nor the start of another line"
            raise Malformed(what, place=place, found=word, expected=expected, advice=advice)
        return zone

    def is_spoken(self, words: Iterable[str]) -> bool:
        """Whether a card with these words in its type line is spoken once and gone."""
        return not self.spoken.isdisjoint(words)

    @cache  # noqa: B019  (lives as long as its game)
    def subtype_meant(self, word: str) -> str:
        """The subtype, or the word of a type line, that a word is probably a slip of; ``""`` if none."""
        if slug(word) in self.subtypes:
            return ""
        return self.spellings.get(slip_of(word, list(self.spellings)), "")

    @cached_property
    def long_subtypes(self) -> str:
        """A pattern for the known subtypes of several words, each followed by ``|``."""
        several = (word for word in self.subtypes.values() if " " in word)
        return "".join(rf"{re.escape(word)}(?!\S)|" for word in sorted(several, key=len, reverse=True))


def games() -> tuple[str, ...]:
    """The games that have a notation, by name."""
    packs = files("headjudge.rules").iterdir()
    return tuple(sorted(p.name for p in packs if p.is_dir() and p.joinpath("notation.toml").is_file()))


@lru_cache(maxsize=16)
def _load(game: str, letters: str) -> Notation:
    if game not in games():
        advice = did_you_mean(game, games()) or "begin the board with the name of the game"
        raise Malformed(f"there is no game {game}", found=game, expected=games(), advice=advice)
    pack = files("headjudge.rules").joinpath(game)
    words = read_table(pack.joinpath("notation.toml"))
    if letters:
        for part in ("vocabulary", "frames"):
            words[part] = {name: _written_first(letters, table) for name, table in words[part].items()}
    cards = {}
    if (store := pack.joinpath("cards.toml")).is_file():
        cards = read_table(store)
    try:
        return _notation(game, words, cards)
    except (KeyError, AttributeError, TypeError) as error:
        raise Malformed(f"the notation of {game} lacks a part: {error}", place=Place(game)) from None


def _written_first(letters: str, table: Mapping[str, Any]) -> dict[str, Any]:
    """A table of words or phrases, those first that are written in letters."""
    own = re.compile(letters, re.IGNORECASE)

    def foreign(written: str) -> bool:
        return not own.search(re.sub(r"\{[^}]*\}", "", written))

    return {written: table[written] for written in sorted(table, key=foreign)}


def _notation(game: str, words: dict[str, Any], cards: dict[str, Any]) -> Notation:
    vocabulary = words["vocabulary"]
    slots = {kind: vocabulary_slot(known) for kind, known in vocabulary.items()}
    subtypes, spellings = _subtypes(game, words["type_line"])
    slots["subtype"] = vocabulary_slot({word: term for term, word in subtypes.items()}, "a subtype")
    slots["ability"] = ability_slot(partial(_abilities, game), partial(say_ability, game))
    counter_kinds = frozenset(map(slug, _listed(game, words["counters"], "kinds")))
    slots["counter"] = counter_slot(counter_kinds)
    symbols = Symbols.of(words["symbols"]) if "symbols" in words else None
    if symbols:
        slots |= {"units": symbols.units_slot(), "cost": symbols.cost_slot()}
    objects, type_words = dict(words["object"]), _tables(words["type_line"]["words"])
    uncarded, cardless = (frozenset(objects.pop(which, ())) for which in ("uncarded", "cardless"))
    lasting = objects.pop("lasting", "")
    card = dict(words["card"])
    spoken, alone = (frozenset(card.pop(which, ())) for which in ("spoken", "parts_cast_alone"))
    return Notation(
        game=game,
        title=words["game"]["title"],
        vocabulary=vocabulary,
        counter_kinds=counter_kinds,
        type_words=type_words,
        subtype=words["type_line"]["subtype"],
        subtypes=subtypes,
        spellings=spellings | {word: f"{word.capitalize()}, before the dash" for word in type_words},
        card=_tables(card),
        object=_tables(objects),
        player=_tables(words["player"]),
        lasting=lasting,
        uncarded=uncarded,
        cardless=cardless,
        spoken=spoken,
        parts_cast_alone=alone,
        defaults={variant: _tables(table) for variant, table in words.get("defaults", {}).items()},
        frames=Frames(words["frames"], slots),
        cards={
            name: PackCard(name, **(card | {"also": tuple(card.get("also", ()))}))
            for name, card in cards.items()
        },
        symbols=symbols,
    )


def _subtypes(game: str, table: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """The known subtypes by their terms, and by all their spellings; see grammar/<game>/subtypes.toml."""
    entries = [entry.partition(": ") for entry in _listed(game, table, "subtypes")]
    subtypes = {slug(word): word for word, _, meaning in entries if not meaning}
    return subtypes, {word.lower(): subtypes[meaning or slug(word)] for word, _, meaning in entries}


def _listed(game: str, table: Mapping[str, Any], which: str) -> list[str]:
    """The words of the list beside the game's grammars that a table names, and the ``further`` ones in it."""
    listed = list(table.get("further", ()))
    if which in table:
        lists = read_table(_grammar(game, table[which]))
        listed += [entry for each in lists.values() for entry in each]
    return listed


def _grammar(game: str, file: str) -> Path:
    return files("headjudge.grammar").joinpath(game, file)


def _tables(table: Mapping[str, str | Sequence[str]]) -> dict[str, Facts]:
    return {key: (facts,) if isinstance(facts, str) else tuple(facts) for key, facts in table.items()}


@lru_cache(maxsize=65536)
def rules_text(game: str, text: str, name: str = "", *, printed: bool = False) -> Reading:
    """The abilities in a rules text; :class:`Unclear` for one that is nested too deeply to read.

    A text as ``printed`` on a card leaves nothing out; one written on a board may leave out its object.
    An ability of which the game's rules do not know a word (``rules/<game>/vocabulary.toml``) is handed back
    as unread, that word as the one where reading stopped; so is every text of a game that reads none. Where
    ``every_text`` of a game is made of lines of whole cards (in that file), each line is one ability, and its
    rules tell what they cannot use.
    """
    if not _grammar(game, "rules_text.lark").is_file():
        words = str(text).split()
        return Reading((), (Unread(str(text), 0, len(text), words[0], ()),) if words else ())
    text, name = str(text), str(name)
    question = ("rules text", text, name, printed)
    return Reading.of(memory(game).recall(question, lambda: _read(game, text, name, printed).plain()))


def _read(game: str, text: str, name: str, printed: bool) -> Reading:
    from ..language.card_text import read_text

    with suppress(RecursionError):
        if _reads_lines(game):
            return _lines(game, text, name)
        reading = read_text(game, text, name, elliptic=not printed)
        if all(ability.term.count("(") <= _DEEPEST for ability in reading.abilities):
            return _known(game, text, reading)
    raise Unclear("this rules text is nested too deeply")


def say_ability(game: str, term: str) -> str:
    """The text of an ability that :func:`rules_text` reads; :class:`Malformed` for a term without wording."""
    said: str = memory(game).recall(("wording", term), partial(_say, game, term))
    return said


def _say(game: str, term: str) -> str:
    from ..language.wording import print_ability

    if _reads_lines(game):
        from ..language.composition import composition

        if (said := composition(game).say("printed_line", read(term))) is not None:
            return said
    return print_ability(game, term)


def join_abilities(game: str, texts: Iterable[str]) -> str:
    """Texts of abilities as one rules text, which :func:`rules_text` takes apart again."""
    return (". " if _reads_lines(game) else "; ").join(texts)


def _lines(game: str, text: str, name: str) -> Reading:
    """The lines of a text as abilities, each by its whole term."""
    from ..language.card_reading import read_card
    from ..language.composition import Declined

    abilities: list[ReadAbility] = []
    unread: list[Unread] = []
    for line in read_card(game, text, name):
        end = line.start + len(line.text)
        if isinstance(line.reading, Declined):
            why = line.reading
            unread.append(Unread(line.text, line.start, end, why.stopped_at, why.expected))
        elif line.lost:
            unread.append(Unread(line.text, line.start, end, line.lost, ()))
        else:
            abilities.append(ReadAbility(show(line.reading.term), None, line.start, end))
    return Reading(tuple(abilities), tuple(unread))


@cache
def _reads_lines(game: str) -> bool:
    """Whether all texts of a game are read as lines of whole cards."""
    table = files("headjudge.rules").joinpath(game, "vocabulary.toml")
    return table.is_file() and bool(read_table(table)["whole_cards"].get("every_text"))


def _known(game: str, text: str, reading: Reading) -> Reading:
    """A reading without the sentences that say something the rules do not know; those are unread."""
    unknown = {
        (ability.start, ability.end): name
        for ability in reading.abilities
        for name in names_in(read(ability.term))
        if not knows(game, name)
    }
    if not unknown:
        return reading
    unread = [Unread(text[start:end], start, end, name, ()) for (start, end), name in unknown.items()]
    kept = (ability for ability in reading.abilities if (ability.start, ability.end) not in unknown)
    return Reading(tuple(kept), (*reading.unread, *unread))


@cache
def knows(game: str, name: str) -> bool:
    """Whether the rules of a game know a name in terms: listed, or meant by a word of a list they name."""
    names, lists = _vocabulary(game)
    return name in names or any(name in _meant(game, file) for file in lists)


@cache
def _vocabulary(game: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The names in terms that the rules of a game list, and the lists beside its grammars that they name."""
    table = read_table(files("headjudge.rules").joinpath(game, "vocabulary.toml"))
    lists = tuple(table.pop("lists"))
    del table["whole_cards"]
    return frozenset().union(*table.values()), lists


@cache
def _meant(game: str, file: str) -> frozenset[str]:
    """What the words of a list beside the game's grammars mean."""
    words = (word for each in read_table(_grammar(game, file)).values() for word in each)
    return frozenset(slug(word.rpartition(": ")[2].rstrip("!")) for word in words)


def names_in(term: Term) -> Iterator[str]:
    """The names of a term, from the outside inwards."""
    if isinstance(term, Fn):
        yield term.name
        for arg in term.args:
            yield from names_in(arg)


def _abilities(game: str, text: str) -> Facts:
    """The abilities of a text that stands in a phrase, where it must be read in full."""
    reading = rules_text(game, text)
    for unread in reading.unread:
        expected = f", expected {', '.join(unread.expected[:8])}" if unread.expected else ""
        raise Unclear(f"cannot read {quote(unread.text)}: stopped at {quote(unread.stopped_at)}{expected}")
    if any(ability.duration for ability in reading.abilities):
        raise Unclear("the duration belongs after the bracket, not into it")
    if not reading.abilities:
        raise Unclear("the bracket holds no ability")
    return tuple(ability.term for ability in reading.abilities)
