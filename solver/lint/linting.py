"""Look for faults in written cards: they are read, and rules of the design folder run over their facts.

The rules derive ``finding(Name, Card, Place)``; ``Name`` may have arguments, which the message says.
``Place`` is ``whole``, ``field(Field)``, ``word(Field, Number)`` or ``span(Line, From, To)``, counted in the
text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ..derivation.ground import Grounding
from ..errors import Malformed
from ..processes import in_chunks
from ..terms import Fn, Term, quote, read, show
from .card_facts import ReadCard, read_written
from .design import Design
from .findings import ERROR, NOTE, WARNING, Finding, Fix
from .nearest import nearest
from .outdated import outdated_wordings
from .proving import proved
from .unread import unread_lines
from .written import NAME, TEXT, TYPE_LINE, WrittenCard

#: A text, or words of a field: the rank of each, its number, and the field.
_Rewriting = str | list[tuple[int, int, str]]
_GRAVITY = {ERROR: 0, WARNING: 1, NOTE: 2}
_CHUNK = 100


def lint(card: WrittenCard, design: Design, counterparts: Sequence[WrittenCard] = ()) -> list[Finding]:
    """Everything that is found in one card: in the order of its fields and lines.

    ``counterparts`` are cards together with which it is looked at.
    """
    return lint_batch([card], design, counterparts)[0]


def lint_batch(
    cards: Sequence[WrittenCard], design: Design, counterparts: Sequence[WrittenCard] = ()
) -> list[list[Finding]]:
    """What is found in each of some cards, of which the rules are grounded at once, and what boards show."""
    found = candidates(cards, design, counterparts)
    return [[shown for each in of_card if (shown := proved(each))] for of_card in found]


def candidates(
    cards: Sequence[WrittenCard], design: Design, counterparts: Sequence[WrittenCard] = ()
) -> list[list[Finding]]:
    """What the rules find in each of some cards, before any board is asked whether it is so."""
    readings = {str(number): read_written(card, design, str(number)) for number, card in enumerate(cards)}
    beside = {f"with {n}": read_written(card, design, f"with {n}") for n, card in enumerate(counterparts, 1)}
    read_cards = (*readings.values(), *beside.values())
    facts = [fact for each in read_cards for fact in each.facts]
    ground = Grounding(design.program, [*facts, *(f"beside({quote(key)})" for key in beside)])
    found: dict[str, list[Finding]] = {key: [] for key in readings}
    fixes = _rewritings(ground)
    explained = {tuple(map(read, row)) for row in ground.arguments("explained", 2)}
    for name, key, place in (map(read, row) for row in ground.arguments("finding", 3)):
        if str(key) in readings:
            fix = fixes.get((key, place))
            finding = _finding(name, readings[str(key)], place, design, fix)
            found[str(key)].append(_together(finding, beside))
    for key, reading in readings.items():
        outdated = list(outdated_wordings(reading.card, reading.lines, design))
        today = [finding.fix for finding in outdated if finding.fix]
        unread = unread_lines(reading.card, reading.lines, design, today)
        found[key] += (finding for line, finding in unread if (key, line.number) not in explained)
        found[key] += outdated
        found[key].sort(key=_order)
    return list(found.values())


def _together(finding: Finding, beside: Mapping[str, ReadCard]) -> Finding:
    """A finding with the counterpart that its first argument names, if it names one."""
    counterpart = beside.get(next(iter(finding.arguments), ""))
    return replace(finding, counterpart=counterpart.card) if counterpart else finding


def lint_all(
    cards: Iterable[WrittenCard],
    design: Design,
    processes: int = 1,
    counterparts: Sequence[WrittenCard] = (),
) -> Iterator[tuple[WrittenCard, list[Finding]]]:
    """What is found in many cards, one after the other, read in several processes and in constant memory."""
    work = partial(_lint_chunk, game=design.game, counterparts=counterparts)
    for chunk, found in in_chunks(work, cards, _CHUNK, processes):
        yield from zip(chunk, found, strict=True)


def _lint_chunk(
    cards: list[WrittenCard], game: str, counterparts: Sequence[WrittenCard]
) -> list[list[Finding]]:
    return lint_batch(cards, Design.load(game), counterparts)


def _order(finding: Finding) -> tuple[int, int, int, str]:
    fields = list(finding.card.printed)
    place = fields.index(finding.field) if finding.field in fields else 0
    return place, finding.start, _GRAVITY[finding.severity], finding.code.code


def _finding(
    name: Term, reading: ReadCard, place: Term, design: Design, rewriting: _Rewriting | None
) -> Finding:
    kind, args = (name.name, name.args) if isinstance(name, Fn) else (str(name), ())
    code = design.codes.get(kind)
    if code is None:
        raise Malformed(f"findings.toml of {design.game} has no code for {kind}")
    said = tuple(each if isinstance(each, str) else show(each) for each in args)
    field, start, end = _span(place, reading)
    word = reading.card[field][start:end]
    fix = Fix(field, start, end, _rewritten(rewriting, reading)) if rewriting else None
    return Finding(
        code=code,
        card=reading.card,
        field=field,
        start=start,
        end=end,
        message=code.message.format(*said, word=word),
        suggestion=code.suggestion.format(*said) or (fix.text if fix else nearest(word, design, code.near)),
        fix=fix,
        arguments=said,
    )


def _rewritings(ground: Grounding) -> dict[tuple[Term, Term], _Rewriting]:
    """What the rules put in a place of a card: a text, or the words of a field in another order."""
    found: dict[tuple[Term, Term], _Rewriting] = {}
    for key, place, text in (map(read, row) for row in ground.arguments("rewritten", 3)):
        found[key, place] = str(text)
    for key, field, position, rank in (map(read, row) for row in ground.arguments("reordered", 4)):
        ranks = found.setdefault((key, Fn("field", (field,))), [])
        if isinstance(ranks, list):
            ranks.append((int(str(rank)), int(str(position)), show(field)))
    return found


def _rewritten(rewriting: _Rewriting, reading: ReadCard) -> str:
    if isinstance(rewriting, str):
        return rewriting
    words = (reading.words[field, position] for _, position, field in sorted(rewriting))
    return "".join(reading.card[field][start:end] for field, start, end in words)


def _span(place: Term, reading: ReadCard) -> tuple[str, int, int]:
    """Field, start and end of a place."""
    card = reading.card
    match place:
        case Fn("span", (_, int(start), int(end))):
            return TEXT, start, end
        case Fn("word", (field, int(number))) if (show(field), number) in reading.words:
            return reading.words[show(field), number]
        case Fn("field", (field,)) if card[show(field)]:
            return show(field), 0, len(card[show(field)])
    field_of_all = next((field for field in (NAME, TYPE_LINE) if card[field]), TEXT)
    return field_of_all, 0, len(card[field_of_all])
