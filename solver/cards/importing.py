"""From a file of cards to a store, by the table rules/<game>/card_sources.toml."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import Malformed, Place
from ..tables import files, read_table
from ..terms import quote
from .sources import Data, Record, Source
from .store import StoredCard, store_file, writing

_ODD = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

_NOT_GIVEN = "the file of cards does not say what this part, or card, is"

#: Why a card cannot be used on a board, or "".
Check = Callable[[StoredCard], str]
#: Called now and then with the number of bytes read, those of the whole file, and the cards taken.
Progress = Callable[[int, int, int], None]


@dataclass
class Taken:
    """What an import took: the number of cards and parts of cards, and of names left out, by reason."""

    path: Path
    source: str = ""
    cards: int = 0
    left_out: dict[str, int] = field(default_factory=dict)


def import_cards(
    file: str | Path, game: str, check: Check = lambda card: "", progress: Progress | None = None
) -> Taken:
    """Make the store of a game from a file of cards; the old store stays until the new one is whole.

    ``check`` says why a card cannot be used on a board. Raises :class:`Malformed` with the place for a file
    that is missing, broken or of an unknown form, for one without cards, and where no store can be written.
    """
    table = _sources(game)
    taken = Taken(store_file(game))
    with Source(Path(file)) as source:
        reading = _Reading(table, source)
        taken.source = reading.format["title"]
        with writing(game) as store:
            for number, record in enumerate(reading.records()):
                if progress and number % 200 == 0:
                    progress(source.read, source.size, store.cards)
                for card in reading.cards(record):
                    for part in card.parts:
                        reason = card.left_out or (check(part) if _is_given(part) else _NOT_GIVEN)
                        if reason:
                            store.refuse(part.name, reason)
                        else:
                            store.add(part, card.called(part))
                    if card.apart and not card.left_out:
                        store.refuse(card.name, card.apart)
            taken.cards, taken.left_out = store.cards, store.finish(game, taken.source)
            if not taken.cards:
                reasons = "; ".join(f"{number}: {reason}" for reason, number in taken.left_out.items())
                what = "the file holds no card that can be used"
                raise Malformed(what, place=Place(source.file), found=reasons)
            if progress:
                progress(source.size, source.size, store.cards)
    return taken


class PrintedText(NamedTuple):
    """The text of a card or part of a card as a file of cards has it, and why it is not to be counted."""

    name: str
    text: str
    left_out: str


def printed_texts(file: str | Path, game: str, progress: Progress | None = None) -> Iterator[PrintedText]:
    """The texts in a file of cards, one for each part of a card that the file gives, in the file's order.

    ``progress`` is told the texts given as the cards taken. Raises :class:`Malformed` as
    :func:`import_cards` does.
    """
    table = _sources(game)
    left_out = table["left_out"]["coverage"]
    with Source(Path(file)) as source:
        reading = _Reading(table, source, texts_only=True)
        unknown_colors = table["colors"]["unknown"]
        given = 0
        for number, record in enumerate(reading.records()):
            if progress and number % 200 == 0:
                progress(source.read, source.size, given)
            for card in reading.cards(record):
                for part in filter(_is_given, card.parts):
                    lines = [part.text, *(line for line in part.unread.split("\n") if line != unknown_colors)]
                    text = "\n".join(filter(None, lines))
                    given += 1
                    yield PrintedText(part.name, text, left_out.get(part.layout, ""))


class PrintedFields(NamedTuple):
    """The fields of a card or part of a card as a file of cards has them, apart from those left empty.

    ``whole`` is the name of the whole card.
    """

    fields: dict[str, str]
    whole: str
    layout: str
    place: Place


def printed_fields(file: str | Path, game: str, progress: Progress | None = None) -> Iterator[PrintedFields]:
    """What a file of cards says of each card or part of a card, in the file's order.

    The fields are ``name``, ``cost``, ``type_line``, ``text``, ``stats`` (the numbers, with strokes),
    ``indicator``, ``states``, and by their own names those that the table lists as ``starts`` and ``fields``.
    Raises :class:`Malformed` as :func:`import_cards` does.
    """
    with Source(Path(file)) as source:
        reading = _Reading(_sources(game), source)
        for number, record in enumerate(reading.records()):
            if progress and number % 200 == 0:
                progress(source.read, source.size, number)
            yield from reading.fields(record)


def games() -> tuple[str, ...]:
    """The games of which files of cards can be read, by name."""
    packs = files("headjudge.rules").iterdir()
    return tuple(sorted(pack.name for pack in packs if pack.joinpath("card_sources.toml").is_file()))


def games_of(file: str = "", text: str = "") -> list[str]:
    """The games that a file of cards, or a text in the writing of its cards, can be of.

    A file whose form is that of no game may be of any. Raises :class:`Malformed` for one that cannot be read.
    """
    if file:
        with Source(Path(file)):
            pass
        return [game for game in games() if _fits(file, game)] or [*games()]
    tables = {game: _sources(game) for game in games()}
    return [game for game, table in tables.items() if re.search(table["text"]["writing"], text)]


def _fits(file: str, game: str) -> bool:
    """Whether the first record of a file has the form of one of the game's files."""
    try:
        with Source(Path(file)) as source:
            return next(_Reading(_sources(game), source).records(), None) is not None
    except Malformed:
        return False


def _is_given(part: StoredCard) -> bool:
    """Whether the file of cards says what a part is."""
    return bool(part.type_line)


def _sources(game: str) -> dict[str, Any]:
    tables = files("headjudge.rules").joinpath(game, "card_sources.toml")
    if not tables.is_file():
        raise Malformed(f"no file of cards of {game} can be imported", found=game)
    return read_table(tables)


@dataclass
class _Card:
    """A card with its parts; a part without type line is not given by the file."""

    name: str
    parts: list[StoredCard]
    left_out: str
    apart: str

    def called(self, part: StoredCard) -> dict[str, int]:
        """The names of a part: its own and, for the first, the whole card's, unless that is apart."""
        own = {part.name: int(part.name != self.name)}
        return own | ({self.name: 0} if part is self.parts[0] and not self.apart else {})


class _Reading:
    """Reads the records of one file in the format that fits it."""

    def __init__(self, tables: dict[str, Any], source: Source, *, texts_only: bool = False) -> None:
        self.tables, self.source, self.texts_only = tables, source, texts_only
        self.format: dict[str, Any] = {}
        for name, table in tables["formats"].items():
            if re.match(table["begins"], source.head):
                self.format = {"format": name, **table}
                break
        else:
            raise self.unknown("the file is empty" if not source.head else "this is no file of cards in JSON")
        colors, parts = tables["colors"], tables["parts"]
        self.symbol = re.compile(colors["symbol"])
        self.conditional = re.compile(tables["text"]["conditional"])
        self.blank = re.compile(tables["text"]["blank"]) if "blank" in tables["text"] else None
        self.between = f" {parts['between']} "
        self.first, self.apart = frozenset(parts["first"]), dict(parts["apart"])

    def unknown(self, what: str, place: Place | None = None, found: str = "") -> Malformed:
        titles = tuple(table["title"] for table in self.tables["formats"].values())
        place = place or Place(self.source.file, 1, 1)
        return Malformed(what, place=place, found=found or self.source.head[:30], expected=titles)

    def records(self) -> Iterator[Record]:
        """The records; the first must have the keys of the format."""
        first = True
        for record in self.source.records(self.format["records"], self.format.get("several", False)):
            if first and (lacking := [key for key in self.format["keys"] if key not in record.parts[0]]):
                what = f"this is no {self.format['title']}: a record lacks {', '.join(lacking)}"
                raise self.unknown(what, record.place, ", ".join(map(str, record.parts[0]))[:80])
            first = False
            yield record

    def cards(self, record: Record) -> Iterator[_Card]:
        """The cards of a record: one, or several that share a name and are no parts."""
        parts_field, part_name = self.format.get("parts"), self.format["part_name"]
        if parts_field and isinstance(inner := record.parts[0].get(parts_field), list) and inner:
            if not all(isinstance(part, dict) for part in inner):
                raise self.wrong(record, parts_field, inner)
            yield self.card(record, record.parts[0], inner)
        elif self.format.get("several") and not record.parts[0].get(part_name):
            for part in record.parts:
                yield self.card(record, part, [part])
        else:
            yield self.card(record, record.parts[0], list(record.parts))

    def card(self, record: Record, whole: Data, parts: list[Data]) -> _Card:
        name = self.text(record, whole, "name")
        if not name.strip():
            raise self.wrong(record, self.format["name"], name)
        layout = self.text(record, whole, "layout")
        left_out = self.tables["left_out"]["layouts"].get(layout, "")
        apart = "" if layout in self.first else self.apart.get(layout, self.tables["parts"]["unknown"])
        names = name.split(self.between)
        stored: dict[str, StoredCard] = {}
        for number, part in enumerate(parts):
            called = self.text(record, part, "part_name") or name
            if called == name and len(names) > 1:
                called = names[min(number, len(names) - 1)]
            made = self.part(record, whole if len(parts) == 1 else part, called, name, layout)
            stored.setdefault(called, made)
        for lacking in names if len(names) > 1 else ():
            stored.setdefault(lacking, StoredCard(lacking, name))
        return _Card(name, list(stored.values()), left_out, apart if len(names) > 1 else "")

    def part(self, record: Record, part: Data, called: str, name: str, layout: str) -> StoredCard:
        line, unread = self.type_line(record, part), []
        words = self.colors(record, part, line)
        if words is None:
            unread.append(self.tables["colors"]["unknown"])
        signs = () if self.texts_only else self.signs(record, part)
        text = " ".join([*signs, self.text(record, part, "text")]).strip().split("\n")
        level = next((at for at, each in enumerate(text) if self.conditional.match(each)), len(text))
        unread += text[level:]
        numbers = [self.value(record, part, field) for field in self.format["numbers"]]
        starts = [self.value(record, part, field) for field in self.format["starts"]]
        return StoredCard(
            name=called,
            whole=name,
            numbers="/".join(numbers) if all(numbers) else "",
            type_line=" ".join([*(words or ()), line]) if line.strip() else "",
            text="\n".join(text[:level]),
            unread="\n".join(unread),
            start=next(filter(None, starts), ""),
            layout=layout,
            cost=self.cost(record, part, layout),
            states=", ".join(self.states(record, part)),
        )

    def fields(self, record: Record) -> Iterator[PrintedFields]:
        """The fields of each part of a record."""
        whole = record.parts[0]
        inner = whole.get(self.format.get("parts", ""))
        for part in inner if isinstance(inner, list) and inner else record.parts:
            if not isinstance(part, dict):
                raise self.wrong(record, self.format["parts"], part)
            numbers = [self.value(record, part, key) for key in self.format["numbers"]]
            name = self.text(record, whole, "name")
            fields = {
                "name": self.text(record, part, "part_name") or name,
                "cost": self.text(record, part, "cost"),
                "indicator": " ".join(self.indicated(record, part)),
                "type_line": self.type_line(record, part),
                "text": " ".join([*self.signs(record, part), self.text(record, part, "text")]).strip(),
                "stats": "/".join(numbers) if all(numbers) else "".join(numbers),
                **{key: self.value(record, part, key) for key in self.format["starts"]},
                "states": ", ".join(self.states(record, part)),
                **{
                    key: self.value(record, part, name) for key, name in self.format.get("fields", {}).items()
                },
            }
            filled = {key: value for key, value in fields.items() if value.strip()}
            yield PrintedFields(filled, name, self.text(record, whole, "layout"), record.place)

    def indicated(self, record: Record, part: Data) -> list[str]:
        """The words for the colors that stand on a card beside its type line."""
        listed = self.listed(record, part, self.format.get("indicator", ""))
        return [word for code, word in self.tables["colors"]["words"].items() if code in listed]

    def type_line(self, record: Record, part: Data) -> str:
        """The type line: as it stands in a field, or made of the words for the values of several fields."""
        words = self.format.get("type_words")
        if not words:
            return self.text(record, part, "type_line")
        line: list[str] = []
        for key, by_value in words.items():
            value = json.dumps(part.get(key))
            if value not in by_value:
                raise self.wrong(record, key, part.get(key))
            line.append(by_value[value])
        subtypes = self.listed(record, part, self.format["subtypes"])
        return " — ".join(filter(None, (" ".join(line), " ".join(map(quote, subtypes)))))

    def states(self, record: Record, part: Data) -> Iterator[str]:
        """What is printed on a card beside its type line and text, in the words of boards."""
        for phrase, key in self.format.get("states", {}).items():
            if (value := part.get(key)) is not None:
                numbers = value if isinstance(value, list) else [value]
                if not all(isinstance(each, int) and each >= 0 for each in numbers):
                    raise self.wrong(record, key, value)
                yield phrase.format("-".join(map(str, numbers)))

    def signs(self, record: Record, part: Data) -> Iterator[str]:
        """The sentences for the signs on a card that stand beside its text."""
        texts = self.format.get("signs", {})
        given = part.get(self.format.get("sign_field", "")) or {}
        if not isinstance(given, dict):
            raise self.wrong(record, self.format["sign_field"], given)
        for sign, number in given.items():
            if sign in texts:
                yield texts[sign].format(number)

    def listed(self, record: Record, part: Data, key: str) -> list[str]:
        """The words in a field that holds a list."""
        found = part.get(key) or []
        if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
            raise self.wrong(record, key, found)
        return list(dict.fromkeys(filter(None, map(str.strip, found))))

    def cost(self, record: Record, part: Data, layout: str) -> str:
        """The cost in symbols; ``{}`` for a card of one part of which the file says that it has none."""
        cost = self.text(record, part, "cost")
        told = part.get(self.format.get("cost", "")) is not None
        return cost or ("{}" if told and layout not in self.first and layout not in self.apart else "")

    def colors(self, record: Record, part: Data, line: str) -> list[str] | None:
        """The words for the colors of a part, or ``None`` if the file does not give them."""
        table = self.tables["colors"]
        listed = part.get(self.format.get("colors", ""))
        if listed is not None:
            if not isinstance(listed, list) or not all(code in table["words"] for code in listed):
                raise self.wrong(record, self.format["colors"], listed)
            return [word for code, word in table["words"].items() if code in listed]
        if cost := self.text(record, part, "cost"):
            symbols = "".join(self.symbol.findall(cost))
            return [word for code, word in table["words"].items() if code in symbols]
        types = {word for word in line.casefold().split() if word in table["types"]}
        return [] if types <= {*table["colorless"]} else None

    def text(self, record: Record, data: Data, what: str) -> str:
        """The text in a field, ``""`` if there is none."""
        return self.value(record, data, self.format.get(what, ""))

    def value(self, record: Record, data: Data, key: str) -> str:
        found = data.get(key)
        if isinstance(found, int) and not isinstance(found, bool):
            return str(found)
        if self.blank and isinstance(found, str):
            found = self.blank.sub(" ", found)
        if not isinstance(found, str | None) or _ODD.search(found or ""):
            raise self.wrong(record, key, found)
        return found or ""

    def wrong(self, record: Record, key: str, found: object) -> Malformed:
        what = f"the field {key} of a card does not hold what it should"
        return Malformed(what, place=record.place, found=ascii(found)[:60])
