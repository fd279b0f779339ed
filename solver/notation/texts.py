"""What the texts that facts quote tell, as facts for the rules (``[text]`` of rules/<game>/notation.toml).

Abilities on a board quote their text: ``described("...")``. Reading such a text costs time that a board on
which nobody acts need not spend; so these facts are added when they are needed, and follow from the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

from ..language.reading import ReadAbility, Reading
from ..language.remembering import memory
from ..tables import files, read_table
from ..terms import Fn, Term, functor, quote, read, show
from .pack import Notation, rules_text

#: How many things without a name of their own can come to be in one ruling.
_SPARE = 24


def spoken_text(game: str, text: str, name: str = "", *, printed: bool = False) -> Reading:
    """The abilities in the text of what does something once and is gone: all that is no ability by itself is
    one text, in the words in which grammars read it (``[text] spoken`` of the notation).

    Raises what :func:`.pack.rules_text` raises.
    """
    from ..language.card_text import paragraphs
    from ..language.normal import normal

    reading = rules_text(game, text, name, printed=printed)
    kept: list[ReadAbility] = []
    lines: list[str] = []
    for start, end in paragraphs(text):
        abilities = [each for each in reading.abilities if start <= each.start < end]
        unread = any(start <= each.start < end for each in reading.unread)
        if unread or any(each.duration for each in abilities):
            names = tuple(dict.fromkeys((name, name.partition(",")[0]))) if name else ()
            lines.append(" ".join(normal(game, text[start:end], names).text.removesuffix(".").split()))
        else:
            kept += abilities
    if lines := [*filter(None, lines)]:
        term = str(_table(game)["spoken"]).format_map({"text": quote("; ".join(lines))})
        kept.append(ReadAbility(term, None, 0, len(text)))
    return Reading(tuple(kept), ())


def with_texts(game: str, facts: Iterable[str]) -> tuple[str, ...]:
    """The facts, and those that say what the texts tell that they quote. Each text is told once.

    Raises :class:`headjudge.errors.Malformed` for a game that quotes texts without a grammar for them.
    """
    given = tuple(dict.fromkeys(facts))
    table = _table(game)
    if not table:
        return given
    tells = [fact for text in _texts(given, frozenset(table["quoting"])) for fact in _facts(game, text)]
    # a price that is all symbols needs no telling
    prices = (text for text in _texts(given, frozenset(table.get("pricing", ()))) if " " in text)
    tells += [fact for text in prices for fact in _price(game, text)]
    symbols = Notation.load(game).symbols
    spelled = symbols.facts(tells) if symbols else ()
    return tuple(dict.fromkeys((*given, *tells, *spelled, *_spare(game))))


def with_awaited(game: str, facts: Iterable[str], *, script: bool = False) -> tuple[str, ...]:
    """The facts, and those that say what the texts that they quote wait for, if they trigger (``awaiting`` in
    ``[text]`` of the notation): that shows in the first words, without reading the text. Where a script goes
    on, texts about the topics of ``looked_for`` are also read: what they wait for, and what stands around it
    (``[text.waiting]``)."""
    given = tuple(dict.fromkeys(facts))
    table = _table(game)
    if "awaiting" not in table:
        return given
    texts = _texts(given, frozenset({functor(str(table["spoken"]))}))
    return tuple(
        dict.fromkeys(
            (
                *given,
                *(fact for text in texts for fact in _awaited(game, text)),
                *(fact for text in texts if script for fact in _waiting(game, text)),
            )
        )
    )


@lru_cache(maxsize=4096)
def _awaited(game: str, text: str) -> tuple[str, ...]:
    table = _table(game)
    return tuple(
        str(table["awaits"]).format_map({"text": quote(text), "topic": topic})
        for topic in _topics(game, text)
    )


@lru_cache(maxsize=4096)
def _topics(game: str, text: str) -> tuple[str, ...]:
    """What the beginning of a text that triggers is about; nothing for any other text."""
    table = _table(game)
    beginning = re.match(table["awaiting"], text)
    if not beginning:
        return ()
    topics = (topic for topic, pattern in table["awaited"].items() if re.search(pattern, beginning[0]))
    return tuple(topics) or ("anything",)


@lru_cache(maxsize=4096)
def _waiting(game: str, text: str) -> tuple[str, ...]:
    if not set(_table(game).get("looked_for", ())).intersection(_topics(game, text)):
        return ()
    facts: tuple[str, ...] = memory(game).recall(("waiting", text), lambda: _tell_waiting(game, text))
    return facts


def _tell_waiting(game: str, text: str) -> tuple[str, ...]:
    """What a text waits for, if it is one triggered ability and nothing else."""
    from ..language.instructions import told

    table, me, parts = _table(game)["waiting"], quote(text), told(game, text)
    if [show(each.term) for each in parts if each.role == "kind"] != [table["kind"]]:
        return ()
    return tuple(
        str(table[each.role]).format_map(
            {"text": me, "term": show(each.term), "name": functor(show(each.term))}
        )
        for each in parts
        if each.role in table and each.role != "kind"
    )


def is_told(game: str, fact: str) -> bool:
    """Whether a fact follows from others: it tells what a text or a cost says (:func:`with_texts`)."""
    return functor(fact) in _functors(game)


@cache
def _table(game: str) -> dict[str, Any]:
    notation = read_table(files("headjudge.rules").joinpath(game, "notation.toml"))
    found: dict[str, Any] = notation.get("text", {})
    return found


@cache
def _functors(game: str) -> frozenset[str]:
    plain = {"quoting", "spoken", "spare_name", "pricing", "priced_line", "topics", "awaiting", "awaited"}
    plain |= {"looked_for", "waiting"}
    facts = {functor(str(fact)) for role, fact in _table(game).items() if role not in plain}
    facts |= {functor(str(fact)) for role, fact in _table(game).get("waiting", {}).items() if role != "kind"}
    symbols = Notation.load(game).symbols
    return frozenset(facts | ({functor(symbols.fact)} if symbols else set()))


def _spare(game: str) -> Iterator[str]:
    """Names for what comes to be while somebody acts and has none yet."""
    table = _table(game)
    for number in range(1, _SPARE + 1):
        name = quote(str(table["spare_name"]).format(number=number))
        yield str(table["spare"]).format_map({"number": number, "name": name})


def _texts(facts: Iterable[str], quoting: frozenset[str]) -> dict[str, None]:
    """The texts that facts quote, each once, where they stand in a term of one of these names."""
    signs = tuple(f"{name}(" for name in quoting)
    quoted = (_quoted_by(fact, quoting) for fact in facts if any(sign in fact for sign in signs))
    return dict.fromkeys(text for texts in quoted for text in texts)


@lru_cache(maxsize=4096)
def _quoted_by(fact: str, quoting: frozenset[str]) -> tuple[str, ...]:
    return tuple(_quoted(read(fact), quoting))


def _quoted(term: Term, quoting: frozenset[str]) -> Iterator[str]:
    """The texts in a term: the last arguments of what quotes a text."""
    if isinstance(term, Fn):
        if term.name in quoting and term.args and isinstance(term.args[-1], str):
            yield term.args[-1]
        for arg in term.args:
            yield from _quoted(arg, quoting)


@lru_cache(maxsize=1024)
def _price(game: str, text: str) -> tuple[str, ...]:
    """What a price in words tells: its parts, if all of it could be read."""
    facts: tuple[str, ...] = memory(game).recall(("price", text), lambda: _tell_price(game, text))
    return facts


def _tell_price(game: str, text: str) -> tuple[str, ...]:
    from ..language.instructions import told

    table = _table(game)
    line = str(table["priced_line"]).format_map({"text": text[0].lower() + text[1:]})
    parts = told(game, line)
    if any(each.role == "unread" for each in parts):
        return ()
    return tuple(
        str(table["cost"]).format_map({"text": quote(text), "number": each.number, "term": show(each.term)})
        for each in parts
        if each.role == "cost"
    )


@lru_cache(maxsize=4096)
def _facts(game: str, text: str) -> tuple[str, ...]:
    facts: tuple[str, ...] = memory(game).recall(("told", text), lambda: _tell(game, text))
    return facts


def _tell(game: str, text: str) -> tuple[str, ...]:
    from ..language.instructions import told

    table, me = _table(game), quote(text)
    parts = told(game, text)
    facts = tuple(
        str(table[each.role]).format_map(
            {"text": me, "number": each.number, "group": each.group, "term": show(each.term)}
        )
        for each in parts
        if each.role in table
    )
    unread = " ".join(str(each.term) for each in parts if each.role == "unread")
    return facts + tuple(
        str(table["touches"]).format_map({"text": me, "topic": topic})
        for topic, pattern in table.get("topics", {}).items()
        if re.search(pattern, unread, re.IGNORECASE)
    )
