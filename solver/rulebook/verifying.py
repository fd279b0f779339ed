"""An edition table against the rulebook's text: is each number there, does it say what was encoded?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..derivation.rulebook import Rulebook, editions
from ..errors import Malformed, Place
from ..notation.pack import games
from ..tables import files, read_table
from . import numbers
from .document import Document

MISSING, CHANGED, UNRECORDED, ELSEWHERE, SAME = "missing", "changed", "unrecorded", "elsewhere", "same"

_HEADER = re.compile(r"^(?P<game>[\w-]+)(?: (?P<edition>[\w-]+))?\s*(?://.*)?$")
_EXPECT = re.compile(r"^\s*expect\s+(?:under (?P<edition>[\w-]+):)?(?P<said>.*)$", re.MULTILINE)
_TEXTS = re.compile(r'^(?:#[^\n]*\n)*\[texts\]\n(?:"[^\n]*\n)*', re.MULTILINE)
_NEXT_TABLE = re.compile(r"^(?:#[^\n]*\n)*\[(?!clauses|texts)", re.MULTILINE)
_COMMENT = (
    "# The first 16 hex digits of SHA-256 of each cited text: all that it says after its number, examples "
    "left\n# out, blanks squeezed. Made by headjudge rulebook verify --record.\n"
)


@dataclass(frozen=True)
class Verified:
    """What became of one number of an edition table.

    ``slugs`` are the clauses encoded under it; ``moved_to`` is a number where the recorded text stands now;
    ``boards`` are the files of boards that rest on the clauses.
    """

    number: str
    status: str
    slugs: tuple[str, ...]
    recorded: str = ""
    now: str = ""
    line: int = 0
    moved_to: str = ""
    boards: tuple[str, ...] = ()


def game_of(edition: str, given: str | None) -> str:
    """The game that has an edition. Raises :class:`Malformed` if none has it, or several do."""
    having = [game for game in games() if (given is None or game == given) and edition in editions(game)]
    if len(having) != 1:
        known = tuple(f"{game} {one}" for game in games() for one in editions(game))
        what = f"several games have an edition {edition}" if having else f"no game has an edition {edition}"
        raise Malformed(what, expected=known, advice="say --game GAME" if having else "name one of them")
    return having[0]


def verify(rulebook: Rulebook, documents: list[Document], boards: Iterable[str] = ()) -> list[Verified]:
    """Each number of an edition against the texts, in the order of the table; boards where it is stale."""
    recorded = _recorded(rulebook)
    texts = {number: clause for document in documents for number, clause in document.by_number.items()}
    at = {clause.hash: number for number, clause in texts.items()}
    found = []
    for number, slugs in _by_number(rulebook).items():
        was = recorded.get(number, "")
        clause = texts.get(number)
        now = clause.hash if clause else ""
        if clause is None:
            here = any(_should_stand(number, document) for document in documents)
            status = MISSING if here else ELSEWHERE
        else:
            status = SAME if now == was else CHANGED if was else UNRECORDED
        moved = at.get(was, "") if status in (MISSING, CHANGED) else ""
        line = clause.line if clause else 0
        found.append(Verified(number, status, slugs, was, now, line, moved))
    stale = {slug for each in found if each.status in (MISSING, CHANGED) for slug in each.slugs}
    resting = _resting(rulebook.game, stale, boards) if stale else {}
    return [_with_boards(each, resting) for each in found]


def _should_stand(number: str, document: Document) -> bool:
    """Whether a number that a text lacks is missing from it, not left out: the text is whole, has a heading
    that the number stands under, or has numbers on both sides of it."""
    style = document.style
    if document.complete or numbers.level_of(number, style) is None:
        return document.complete
    beside = document.children.get(numbers.parent(number, style), ())
    places = sorted(numbers.place(each, style) for each in beside)
    within = bool(places) and places[0] < numbers.place(number, style) < places[-1]
    return within or document.has_heading(number)


def _with_boards(each: Verified, resting: Mapping[str, set[str]]) -> Verified:
    boards = {board for slug in each.slugs for board in resting.get(slug, ())}
    said = (each.number, each.status, each.slugs, each.recorded, each.now, each.line, each.moved_to)
    return Verified(*said, tuple(sorted(boards))) if each.status in (MISSING, CHANGED) else each


def _by_number(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for slug, number in rulebook.numbers.items():
        if number and slug not in rulebook.inferred:
            found.setdefault(number, []).append(slug)
    return {number: tuple(slugs) for number, slugs in found.items()}


def _file(rulebook: Rulebook) -> Path:
    return files("headjudge.rules").joinpath(rulebook.game, "editions", f"{rulebook.edition}.toml")


def _recorded(rulebook: Rulebook) -> dict[str, str]:
    table: dict[str, Any] = read_table(_file(rulebook))
    return dict(table.get("texts", {}))


# ---- boards ----


def _resting(game: str, slugs: set[str], boards: Iterable[str]) -> dict[str, set[str]]:
    """The boards that rest on clauses: whose expectations cite their number, or that are named after them."""
    found: dict[str, set[str]] = {}
    books = {edition: Rulebook.load(game, edition) for edition in editions(game)}
    newest = list(books)[-1]
    for board in boards:
        try:
            text = Path(board).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        lines = (line.strip() for line in text.splitlines())
        first = next((line for line in lines if line and not line.startswith("//")), "")
        header = _HEADER.match(first)
        if not header or header["game"] != game:
            continue
        edition = header["edition"] or newest
        for slug in slugs:
            if slug in Path(board).stem or slug in _cited(text, edition, books):
                found.setdefault(slug, set()).add(board)
    return found


def _cited(text: str, edition: str, books: Mapping[str, Rulebook]) -> Iterator[str]:
    """The clauses whose numbers the expectations of a board cite."""
    for expect in _EXPECT.finditer(text):
        book = books.get(expect["edition"] or edition)
        words = set(re.split(r"[\s;,]+", expect["said"]))
        if book:
            yield from (slug for slug, number in book.numbers.items() if number and number in words)


# ---- recording ----


def record(rulebook: Rulebook, documents: list[Document]) -> tuple[Path, int]:
    """Write the hashes of the cited texts into the table ``[texts]`` of the edition.

    Numbers that the texts do not have keep theirs. Gives the file and how many are recorded.

    Raises :class:`Malformed` if the table cannot be written.
    """
    file = Path(str(_file(rulebook)))
    texts = {number: clause for document in documents for number, clause in document.by_number.items()}
    try:
        kept = _recorded(rulebook)
        cited_here = [number for number in _by_number(rulebook) if number in texts or number in kept]
        cited = {number: texts[number].hash if number in texts else kept[number] for number in cited_here}
        rows = "".join(f'"{number}" = "{digest}"\n' for number, digest in cited.items())
        old = file.read_text(encoding="utf-8")
        file.write_text(_with_texts(old, f"{_COMMENT}[texts]\n{rows}"), encoding="utf-8")
    except OSError as error:
        raise Malformed(f"the table cannot be written: {error.strerror}", place=Place(str(file))) from None
    return file, len(cited)


def _with_texts(old: str, table: str) -> str:
    """An edition table with its table ``[texts]`` replaced, or put after that of the clauses."""
    has = _TEXTS.search(old)
    if has:
        return old[: has.start()] + table + old[has.end() :]
    following = _NEXT_TABLE.search(old)
    at = following.start() if following else len(old)
    return f"{old[:at]}{table}\n{old[at:]}"
