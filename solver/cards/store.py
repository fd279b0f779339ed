"""The store of cards: one SQLite file a game, in the user's data directory, with full-text search.

A store is written whole, beside its place, and moved there at the end; it is never changed. sqlite3 is
imported late: most boards need no store.
"""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from platformdirs import user_data_dir

from ..errors import Malformed, Place

if TYPE_CHECKING:
    import sqlite3

#: The form of the file. One of another form is refused and must be imported again.
SCHEMA = 3
#: The environment variable that names another store file.
VARIABLE = "HEADJUDGE_CARDS"

_TABLES = """
create table about (key text primary key, value text not null) without rowid;
create table card (
  id integer primary key, name text not null, whole text not null, numbers text not null,
  type_line text not null, text text not null, unread text not null, start text not null,
  layout text not null, cost text not null, states text not null
);
create table called (key text not null, card integer, part integer not null, reason text not null);
create virtual table search using fts5 (
  name, whole, type_line, text, content='card', content_rowid='id',
  tokenize='unicode61 remove_diacritics 2', prefix='3'
);
"""
_LETTERS = str.maketrans({"’": "'", "‘": "'", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l"})
_WORD = re.compile(r"\w+")
_COLUMNS = "name, whole, numbers, type_line, text, unread, start, layout, cost, states"
_NEAR = 400


class StoredCard(NamedTuple):
    """One card, or one part of a card, as a board would describe it.

    ``whole`` is the name of the card of which this is a part (its own name, if it is no part), ``unread``
    are lines (of its text, or about what is not known of it) that nobody may read as its abilities,
    ``start`` a number that the rules read from counters, ``states`` what is printed on it that a board would
    write among the states of its object.
    """

    name: str
    whole: str
    numbers: str = ""
    type_line: str = ""
    text: str = ""
    unread: str = ""
    start: str = ""
    layout: str = ""
    cost: str = ""
    states: str = ""


def fold(name: str) -> str:
    """What two spellings of a name share: letters without case and accents, single spaces.

    >>> fold("Élan  VITAL/​/Rest".replace("\\u200b", "")), fold("Ægir’s Oath")
    ('elan vital // rest', "aegir's oath")
    """
    split = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    plain = "".join(letter for letter in split if not unicodedata.combining(letter))
    return " ".join(plain.replace("//", " // ").split())


def store_file(game: str) -> Path:
    """Where the store of a game is, whether or not there is one; ``HEADJUDGE_CARDS`` names another file."""
    given = os.environ.get(VARIABLE)
    return Path(given) if given else Path(user_data_dir("headjudge")) / f"cards-{game}.sqlite"


class Store:
    """An open store. Every method raises :class:`Malformed` if the file turns out to be damaged.

    ``receipt`` names its content: the number of cards and a SHA-256 hash.
    """

    def __init__(self, game: str, path: Path) -> None:
        import sqlite3

        self.path = path
        with _said(path):
            self._base = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
            try:
                about = dict(self._base.execute("select key, value from about"))
            except BaseException:
                self._base.close()
                raise
        self.game, self.receipt = about.get("game", ""), f"{about.get('cards')} {about.get('hash')}"
        self.source = about.get("source", "")
        if about.get("schema") != str(SCHEMA) or self.game != game:
            self.close()
            what = (
                f"this store holds the cards of {self.game}, not of {game}"
                if self.game != game
                else "this store was made by another version of headjudge"
            )
            raise Malformed(what, place=Place(str(path)), advice="import the file of cards again")

    @classmethod
    def open(cls, game: str) -> Store | None:
        """The store of a game, or ``None`` if nothing has been imported.

        Raises :class:`Malformed` for a file that is no store, or one of another version or game.
        """
        path = store_file(game)
        with _said(path):
            there = path.exists()
        return cls(game, path) if there else None

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    def card(self, name: str) -> StoredCard | None:
        """The card that a name means, whatever its case and accents, or ``None``.

        A name of a whole card goes before the same name of a part. Raises :class:`Malformed` if the name
        means several cards, or one that cannot be used, with the reason.
        """
        rows = self._rows(
            f"select part, reason, {_COLUMNS} from called left join card on card.id = card where key = ?",
            fold(name),
        )
        for part in (0, 1):
            found = {StoredCard(*row[2:]) for row in rows if row[0] == part and not row[1]}
            if len(found) > 1:
                what = f"{len(found)} different cards in the store are called {name}"
                raise Malformed(what, found=name, advice="describe it: write a <type line> after the name")
            if found:
                return found.pop()
        if rows:
            advice = "describe it: write a <type line> after the name"
            raise Malformed(f"{name} cannot be taken from the store", found=rows[0][1], advice=advice)
        return None

    def near(self, name: str) -> list[str]:
        """Some hundred names at most that share the beginning of a word with a name, the likest in length."""
        words = [f'"{word[:3]}"*' for word in _WORD.findall(fold(name))]
        if not words:
            return []
        query = "select distinct name from search where search match ? order by abs(length(name) - ?) limit ?"
        return [row[0] for row in self._rows(query, f"name : ({' OR '.join(words)})", len(name), _NEAR)]

    def find(self, query: str, most: int = 20) -> tuple[list[StoredCard], int]:
        """The cards whose name, type line or text has all words of a query, and how many there are.

        Words may be cut short. Names with the words come first. Raises Malformed for a query without words.
        """
        words = [f'"{word}"*' for word in _WORD.findall(query)]
        if not words:
            raise Malformed("this asks for nothing", found=query, expected=("a word",))
        asked = " AND ".join(words)
        ((count,),) = self._rows("select count(*) from search where search match ?", asked)
        columns = ", ".join(f"card.{column}" for column in _COLUMNS.split(", "))
        rows = self._rows(
            f"select {columns} from search join card on card.id = search.rowid where search match ?"
            " order by bm25(search, 20, 10, 2, 1), card.name limit ?",
            asked,
            most,
        )
        return [StoredCard(*row) for row in rows], int(count)

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with _said(self.path):
            return self._base.execute(query, values).fetchall()


class Writer:
    """A store in the making; see :func:`writing`."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base
        self.cards = 0

    def add(self, card: StoredCard, called: dict[str, int]) -> None:
        """Take a card under some names, each with whether it is the name of a part only (1) or not (0)."""
        row = self._base.execute(f"insert into card ({_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", card)
        self.cards += 1
        names = {fold(name): part for name, part in reversed(called.items())}
        self._base.executemany(
            "insert into called values (?, ?, ?, '')",
            [(key, row.lastrowid, part) for key, part in names.items()],
        )

    def refuse(self, name: str, reason: str) -> None:
        """Note that there is a card of this name that cannot be used."""
        self._base.execute("insert into called values (?, null, 1, ?)", (fold(name), reason))

    def finish(self, game: str, source: str) -> dict[str, int]:
        """Index what was taken and say what this store is; gives the number of names refused, by reason."""
        base = self._base
        base.execute("create index called_key on called (key)")
        base.execute("insert into search (search) values ('rebuild')")
        content = hashlib.sha256()
        for query in (
            f"select {_COLUMNS} from card order by {_COLUMNS}",
            "select key, part, reason from called order by key, part, reason",
        ):
            for row in base.execute(query):
                content.update(repr(row).encode())
        about = {"schema": SCHEMA, "game": game, "source": source, "cards": self.cards}
        base.executemany("insert into about values (?, ?)", [*about.items(), ("hash", content.hexdigest())])
        base.commit()
        return dict(
            base.execute(
                "select reason, count(distinct key) from called where card is null and key not in"
                " (select key from called where card is not null) group by reason order by 2 desc, 1"
            )
        )


@contextmanager
def writing(game: str) -> Iterator[Writer]:
    """A new store of a game, which takes the place of the old one when the block ends without an error.

    Raises :class:`Malformed` where no file can be written.
    """
    import sqlite3

    path = store_file(game)
    with _said(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            part.unlink(missing_ok=True)
            base = sqlite3.connect(part, isolation_level=None)
            try:
                base.executescript("pragma journal_mode = off; pragma synchronous = off;" + _TABLES)
                base.execute("begin")
                yield Writer(base)
            finally:
                base.close()
            part.replace(path)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """What the file system and SQLite complain about, as :class:`Malformed`, at the place of the store."""
    import sqlite3

    try:
        yield
    except OSError as error:
        raise Malformed(f"cannot use the store: {error.strerror}", place=Place(str(path))) from None
    except sqlite3.Error as error:
        advice = "import the file of cards again"
        raise Malformed(f"cannot use the store: {error}", place=Place(str(path)), advice=advice) from None
