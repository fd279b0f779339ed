"""Clauses as the pack states them: block, paraphrase, citation, numbers in the editions, phrases, words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..derivation.rulebook import INSTRUCTION
from ..nearest import did_you_mean
from ..tables import files
from .contract import CITING
from .encoding import Encoding, at
from .finding import Finding

_BLOCK = re.compile(r"^%!(.*)$", re.MULTILINE)
_SLUG = re.compile(r"[a-z]\w*")
#: A paraphrase shorter than this says nothing.
_WORDS = 4
_NUMBER = re.compile(r"\d+|[a-z]+")


def blocks(encoding: Encoding) -> Iterator[Finding]:
    """A block without a paraphrase, or one that says next to nothing."""
    for file, text in encoding.texts.items():
        lines = text.splitlines()
        for number, line in enumerate(lines, 1):
            begins = line.startswith("%!") and not (number > 1 and lines[number - 2].startswith("%!"))
            if not begins:
                continue
            slug = line.removeprefix("%!").strip()
            follows = number < len(lines) and lines[number].startswith("%!")
            if not _SLUG.fullmatch(slug):
                message = "a block begins with the name of its clause alone"
                yield Finding("block", "error", slug or file, message, file, number)
            elif not follows:
                yield Finding(
                    "no-paraphrase",
                    "error",
                    slug,
                    "the block does not say what the clause says",
                    file,
                    number,
                )
            elif len(encoding.pack.clauses[slug].paraphrase.split()) < _WORDS:
                yield Finding(
                    "no-paraphrase", "error", slug, "the paraphrase says next to nothing", file, number
                )


def citations(encoding: Encoding) -> Iterator[Finding]:
    """Rules that cite a clause of another file, or none that there is; blocks without a rule; conclusions
    that name another clause than the one they stand under."""
    clauses = encoding.pack.clauses
    cited = {rule.clause for rule in encoding.pack.rules}
    for rule in encoding.pack.rules:
        if rule.clause and rule.clause not in clauses:
            advice = did_you_mean(rule.clause, tuple(clauses))
            yield at(rule, "unknown-clause", "error", f"no block states {rule.clause}; {advice}")
        elif rule.clause and rule.file != clauses[rule.clause].file:
            yield at(rule, "cited-elsewhere", "error", f"its block stands in {clauses[rule.clause].file}")
        if rule.signature in CITING and rule.file != "contract.lp":
            slug = rule.head.rpartition(",")[2].removesuffix(")")
            through_choice = any(f",{slug})" in literal.text for literal in rule.body)
            if slug not in clauses:
                yield at(rule, "unknown-clause", "error", f"{rule.head} cites no clause")
            elif rule.clause not in (slug, "") and not through_choice:
                yield at(
                    rule,
                    "cites-another",
                    "error",
                    f"{rule.head} cites {slug}, and stands under {rule.clause}",
                )
            elif not rule.clause and not through_choice and slug != rule.clause:
                yield at(
                    rule,
                    "not-switched",
                    "error",
                    f"{rule.head} does not ask whether {slug} is in force",
                    slug,
                )
    for slug, clause in clauses.items():
        if slug not in cited:
            yield Finding(
                "no-rule", "error", slug, "no rule asks whether it is in force", clause.file, clause.line
            )


def _in_order(number: str) -> tuple[tuple[int, str], ...]:
    """A rule number as what it is sorted by: numbers as numbers, letters by length and then by name."""
    return tuple((int(part), "") if part.isdigit() else (len(part), part) for part in _NUMBER.findall(number))


def numbers(encoding: Encoding) -> Iterator[Finding]:
    """Clauses that no edition has, clauses without a number, and numbers out of order."""
    standing = {slug for book in encoding.books for slug in book.numbers}
    for slug, clause in encoding.pack.clauses.items():
        if slug not in standing and slug != INSTRUCTION:
            yield Finding("in-no-edition", "error", slug, "it stands in no edition", clause.file, clause.line)
    for book in encoding.books:
        file = f"editions/{book.edition}.toml"
        before = ""
        for slug, number in book.numbers.items():
            if not number and slug not in book.inferred:
                yield Finding("no-number", "error", slug, f"it has no number in {book.edition}", file)
            if number and before and _in_order(number) < _in_order(before):
                message = f"{number} comes after {before} in {book.edition}"
                yield Finding("numbers-unsorted", "warning", slug, message, file)
            before = number or before


def phrases(encoding: Encoding) -> Iterator[Finding]:
    """Clauses that a language does not say, and phrases for clauses that there are not."""
    folder = encoding.pack.folder.joinpath("phrases")
    for file in sorted(each.name for each in folder.iterdir() if each.name.endswith(".toml")):
        said = encoding.table("phrases", file).get("clauses", {})
        for slug, clause in encoding.pack.clauses.items():
            if said and slug not in said and slug != INSTRUCTION:
                yield Finding(
                    "no-phrase", "error", slug, f"phrases/{file} does not say it", clause.file, clause.line
                )
        for slug in said:
            if slug not in encoding.pack.clauses:
                yield Finding(
                    "stale-phrase",
                    "error",
                    slug,
                    "a phrase for a clause that there is not",
                    f"phrases/{file}",
                )


def words(encoding: Encoding) -> Iterator[Finding]:
    """A constant that a rule asks for and that nothing brings: no head, no word of the notation or of the
    grammars. Mostly a slip of the pen; the rule can never hold."""
    known = _words_of_tables(encoding)
    for rule in encoding.pack.rules:
        known.update(_NAME.findall(_bare(rule.head)))
    for text in encoding.texts.values():
        known.update(_NAME.findall(" ".join(re.findall(r"^%(?!!).*$", text, re.MULTILINE))))
    told: set[str] = set()
    for rule in encoding.pack.rules:
        asked = " ".join(
            part.text for part in rule.body if part.kind == "holds" and not part.text.startswith("in_force(")
        )
        compared = " ".join(part.text for part in rule.body if part.kind != "holds")
        for word in dict.fromkeys(_CONSTANT.findall(_bare(f"{asked} {compared}"))):
            if word not in known and word not in told:
                told.add(word)
                advice = did_you_mean(word, tuple(known))
                message = f"nothing brings the word {word}"
                yield at(rule, "unknown-word", "error", f"{message}; {advice}" if advice else message)


_NAME = re.compile(r"\b[a-z]\w*")
_CONSTANT = re.compile(r"(?<![#\w])[a-z]\w*(?![\w(])")


def _bare(text: str) -> str:
    """A text without strings and without the word not."""
    return re.sub(r'"(?:[^"\\]|\\.)*"|\bnot\b', "", text)


def _words_of_tables(encoding: Encoding) -> set[str]:
    """Every word of the pack's tables and of the grammars of its texts, as constants."""
    from ..notation.pack import Notation, knows

    known: set[str] = set(encoding.pack.clauses)
    tables = ("notation.toml", "vocabulary.toml", "cards.toml", "pack.toml", "whatif.lp")
    read = [encoding.pack.folder.joinpath(name) for name in tables]
    read += _files(files("headjudge.grammar").joinpath(encoding.game))
    texts = [file.read_text(encoding="utf-8").lower() for file in read if file.is_file()]
    for text in texts:
        known.update(_NAME.findall(text))
    # a word that a grammar makes of several words as they stand: less_to_pay of "less to pay"
    known.update(
        word for word in _asked(encoding) - known if any(word.replace("_", " ") in text for text in texts)
    )
    notation = Notation.load(encoding.game)
    known |= notation.counter_kinds | notation.subtypes.keys()
    if encoding.pack.folder.joinpath("vocabulary.toml").is_file():
        known.update(word for word in _asked(encoding) if knows(encoding.game, word))
    return known


def _asked(encoding: Encoding) -> set[str]:
    """Every constant of the rules."""
    return {word for rule in encoding.pack.rules for word in _CONSTANT.findall(_bare(rule.text))}


def _files(folder: Path) -> list[Path]:
    """The files under a folder."""
    found: list[Path] = []
    for each in folder.iterdir() if folder.is_dir() else ():
        found += _files(each) if each.is_dir() else [each]
    return found


CHECKS = (blocks, citations, numbers, phrases, words)
