"""Terms said as sentences: a game's phrases and the solver's own words, both data under rules/.

A phrase is a pattern and a sentence: ``"hit(Target, N)" = "{Target} is hit for {N}"``. Capitalised
arguments of the pattern are variables, everything else must match, ``_`` what is not known; the first
pattern that matches is said, and an empty sentence is left unsaid. ``{N:+}`` says a number with its sign,
``{Name:^}`` begins with a capital.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from ..derivation.rule import with_slots
from ..derivation.rulebook import Rulebook
from ..errors import HeadjudgeError, Malformed
from ..tables import files, read_table
from ..terms import Fn, Term, functor, read, show, unify

if TYPE_CHECKING:
    from ..board.model import Board
    from ..explanation.proof import Premise

_HOLE = re.compile(r"(\b\w+ )?\{(\w+)(:[+^])?\}")
_COMPARISON = re.compile(r'((?:"(?:\\.|[^"\\])*"|[^<>=!"])+)(<=|>=|!=|<|>|=)(.+)', re.DOTALL)
_COUNT = re.compile(r"#(count|sum|max|min)\+? *\{.*\}", re.DOTALL)
_FLIPPED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}
_OPPOSITE = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "=": "!=", "!=": "="}
#: Sounded as vowels at the beginning of nearly every name; a "u" seldom is.
_VOWELS = tuple("aeio")
_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠"}

#: Where a term inside another is looked up.
_NESTED = ("events", "terms", "triggers", "options", "facts", "questions")


@cache
def languages() -> tuple[str, ...]:
    """The languages that headjudge speaks."""
    folder = files("headjudge.rules").joinpath("phrases")
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


class Phrases:
    """The phrases of one file, by section and functor; ``words`` are those of sections without patterns."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        self.words = tables
        self._rows: dict[str, dict[str, list[tuple[str, str]]]] = {}
        self._patterns: dict[tuple[str, str], list[tuple[Term, str]]] = {}

    def find(self, section: str, term: Term) -> tuple[str, dict[str, Term]] | None:
        """The first sentence of a section whose pattern fits the term, and what its variables are."""
        name = term.name if isinstance(term, Fn) else ""
        for pattern, sentence in self._about(section, name):
            slots: dict[str, Term] = {}
            if unify(pattern, term, slots):
                return sentence, slots
        return None

    def _about(self, section: str, name: str) -> list[tuple[Term, str]]:
        """The patterns of a section that begin with a functor, and their sentences."""
        if section not in self._rows:
            rows = self._rows[section] = {}
            for pattern, sentence in self.words.get(section, {}).items():
                rows.setdefault(functor(pattern), []).append((pattern, sentence))
        if (section, name) not in self._patterns:
            found = self._rows[section].get(name, ())
            self._patterns[section, name] = [(_pattern(pattern), sentence) for pattern, sentence in found]
        return self._patterns[section, name]


def _pattern(text: str) -> Term:
    """A pattern as a term whose slots are its variables.

    >>> _pattern("hit(Target, 3)")
    Fn(name='hit', args=(Fn(name='{Target}', args=()), 3))
    """
    return read(with_slots(text))


@cache
def phrases(language: str, game: str = "") -> Phrases:
    """The phrases of a game, or the solver's own if none is named. Raises Malformed for a language
    that nobody has written them in."""
    if language not in languages():
        raise Malformed(f"headjudge does not speak “{language}”", found=language, expected=languages())
    file = files("headjudge.rules").joinpath(game, "phrases", f"{language}.toml")
    return Phrases(read_table(file) if file.is_file() else {})


class Speaker:
    """Says what a ruling is made of, in one language.

    ``names`` are the texts of individuals (a string term that is none of them says itself). A term
    without a phrase is said as the term it is, so nothing is ever left unsaid.
    """

    def __init__(
        self, rulebook: Rulebook, language: str = "en", names: Mapping[str, str] | None = None
    ) -> None:
        self.rulebook = rulebook
        self.language = language
        self.names = names or {}
        self._game = phrases(language, rulebook.game)
        self._own = phrases(language)
        #: A pattern for a letter of the language, "" where the notation is written in its letters anyway.
        self.letters = self._own.words["language"].get("letters", "")
        pairs = self.own("language.before_vowel").split()
        self._before_vowel = dict(zip(pairs[::2], pairs[1::2], strict=True))

    def line(self, line: str) -> str:
        """A line of a board with the word that it begins with in the language, if it has one of its own."""
        word, blank, rest = line.partition(" ")
        return self._own.words.get("notation", {}).get(word, word) + blank + rest

    def own(self, key: str, **values: object) -> str:
        """The solver's own words: ``own("verdict.nothing")``."""
        section, _, name = key.partition(".")
        said = self._own.words[section][name]
        return said.format_map(values)

    def say(self, section: str, text: str) -> str:
        """A term as a section of the phrases says it; the term itself if no phrase fits."""
        return self._say(section, read(text))

    def labels(self, section: str) -> Mapping[str, str]:
        """A section of the game's phrases that has no patterns, in its order."""
        return self._game.words.get(section, {})

    def event(self, text: str) -> str:
        """What happens: ``event("loses(...)")``."""
        return self.say("events", text)

    def passes_over(self, text: str) -> bool:
        """Whether a verdict leaves an event to the rounds: the phrases of the game list it as passing."""
        return self._game.find("passing", read(text)) is not None

    def question(self, text: str) -> str:
        """What a player is asked to choose."""
        return self.say("questions", text)

    def option(self, text: str) -> str:
        """One of the things a player may choose, or an effect that replaces an event."""
        return self.say("options", text)

    def trigger(self, text: str) -> str:
        """An ability that has triggered."""
        return self.say("triggers", text)

    def result(self, text: str) -> str:
        """How the game has ended."""
        return self.say("results", text)

    def caveat(self, kind: str, about: str) -> str:
        """What the ruling has not taken into account, and for whom."""
        return self.say("caveats", f"caveat({kind},{about})")

    def premise(self, premise: Premise, *, counted: bool = False) -> str:
        """A premise of a proof; ``counted`` adds what a counting premise has counted."""
        match premise.kind:
            case "holds":
                return self.say("facts", premise.text)
            case "absent":
                return self.absent(premise.text)
        said = self._comparison(premise, holds=True)
        atoms = "; ".join(self.say("facts", atom) for atom in premise.counted) if counted else ""
        return f"{said} ({atoms})" if atoms else said

    def denial(self, premise: Premise) -> str:
        """A premise that fails, said as what is so instead."""
        match premise.kind:
            case "holds":
                return self.absent(premise.text)
            case "absent":
                return self.say("facts", premise.text)
        return self._comparison(premise, holds=False)

    def absent(self, text: str) -> str:
        """What is so if an atom does not hold; ``_`` in it stands for anything; "" is left unsaid."""
        said = self._find("absent", read(text))
        if said is None and (fact := self.say("facts", text)):
            return self.own("proof.absent", fact=fact)
        return said or ""

    def _comparison(self, premise: Premise, *, holds: bool) -> str:
        """A comparison with its values, called as the rule calls them: ``3>=2`` is said as “depth 3 ≥ 2”."""
        (left, sign, right), (name, _, other) = _sides(premise.text), _sides(premise.pattern)
        sign = sign if holds else _OPPOSITE[sign]
        if right.startswith('"#'):
            if sign == "=" and (said := self._variable(name, left)):
                return said
            left, sign, right, name, other = right, _FLIPPED.get(sign, sign), left, other, name
        if sign == "=" and left == right:
            return self._variable(name, left) or self.own("proof.same", one=self._side(left, premise))
        said = self._variable(name, left) or self._side(left, premise)
        return f"{said} {_SIGNS.get(sign, sign)} {self._variable(other, right) or self._side(right, premise)}"

    def _variable(self, name: str, value: str) -> str:
        """The value of a variable under the name that a rule gives it; "" for a variable without a phrase."""
        phrase = self._game.words.get("variables", {}).get(name, "")
        try:
            return self._filled(phrase, {name: read(value)}) if phrase else ""
        except Malformed:
            return ""

    def _side(self, text: str, premise: Premise) -> str:
        if text.startswith('"#'):
            counts = self._find("counts", read(premise.counts)) if premise.counts else None
            return self.own(f"proof.{text[2:-1]}") if counts is None else counts
        try:
            return self._word(read(text))
        except Malformed:
            return text

    def finding(self, text: str) -> str:
        """What an error has found: contradiction(...), missing(...), impossible(Clause,Reason) or
        illegal(Event,Clause,Reason)."""
        match read(text):
            case Fn("contradiction"):
                return self.say("contradictions", text)
            case Fn("impossible", (clause, reason)):
                number = self.rulebook.number(show(clause))
                return f"{self._say('illegal', reason)} ({number})"
            case Fn("illegal", (event, clause, reason)):
                number = self.rulebook.number(show(clause))
                said = self.own(
                    "errors.illegal", event=self._say("events", event), reason=self._say("illegal", reason)
                )
                return f"{said} ({number})" if number else said
        return self.say("missing", text)

    def clause(self, slug: str) -> str:
        """The paraphrase of a clause, in English where the language has none of its own."""
        return self._game.words.get("clauses", {}).get(slug) or self.rulebook.paraphrase(slug)

    def explain(self, error: HeadjudgeError) -> HeadjudgeError:
        """An error whose finding is said as a sentence; the error itself is changed and returned."""
        if error.found.startswith(("contradiction(", "missing(", "illegal(", "impossible(")):
            error.found = self.finding(error.found)
        return error

    # ---- how a term is said ----

    def _say(self, section: str, term: Term) -> str:
        found = self._find(section, term)
        return found if found is not None else self._word(term)

    def _find(self, section: str, term: Term) -> str | None:
        found = self._game.find(section, term) or self._own.find(section, term)
        if found is None:
            return None
        return self._filled(*found)

    def _filled(self, sentence: str, slots: Mapping[str, Term]) -> str:
        """A sentence with what its holes say, a word before a hole as it is before a vowel."""

        def hole(found: re.Match[str]) -> str:
            before, name, form = found.groups(default="")
            if name not in slots:
                return found[0]
            term = slots[name]
            said = f"{term:+}" if form == ":+" and isinstance(term, int) else self._slot(name, term)
            said = capitalised(said) if form == ":^" else said
            word = before.rstrip()
            if word in self._before_vowel and said[:1].lower() in _VOWELS:
                before = f"{self._before_vowel[word]} "
            return before + said

        return _HOLE.sub(hole, sentence)

    def _slot(self, name: str, term: Term) -> str:
        """What fills a slot: for Clause the clause's number, for Effect and Option first of all an option."""
        if name == "Clause":
            return self.rulebook.number(show(term)) or f"“{self.clause(show(term)).rstrip('.')}”"
        return self._say("options", term) if name in ("Effect", "Option") else self._word(term)

    def _word(self, term: Term) -> str:
        """A part of a phrase: a name, a number, a word, or a term inside a term."""
        if isinstance(term, str):
            return self.names.get(term, term)
        if isinstance(term, int):
            return str(term)
        if (word := self._find("words", term)) is not None:
            return word
        match term:
            case Fn("pt", (int(first), int(second))):
                return f"{first:+}/{second:+}"
            case Fn("", args):
                return ", ".join(map(self._word, args))
        for section in _NESTED if term.args else ("events",):
            if said := self._find(section, term):
                return said
        if not term.args:
            return "…" if term.name == "_" else term.name.replace("_", " ")
        return (
            self._ability(show(term))
            or f"{term.name.replace('_', ' ')}({', '.join(map(self._word, term.args))})"
        )

    def _ability(self, text: str) -> str | None:
        """An ability as the game's rules texts word it."""
        from ..notation.pack import say_ability

        try:
            return say_ability(self.rulebook.game, text)
        except HeadjudgeError:
            return None


def _sides(comparison: str) -> tuple[str, str, str]:
    """The left side of a comparison, its sign, and its right side; what counts is a string ``"#count"``.

    >>> _sides('2 <= #count { Box: red(Box) }')
    ('2', '<=', '"#count"')
    """
    found = _COMPARISON.fullmatch(_COUNT.sub(r'"#\1"', comparison).strip())
    assert found is not None, comparison
    left, sign, right = found.groups()
    return left.strip(), sign, right.strip()


def names_of(board: Board) -> dict[str, str]:
    """How the individuals of a board are called in sentences: by name, with the ``#id`` where it was
    written or where names collide."""
    called: dict[str, int] = {}
    for thing in board.objects:
        called[thing.name] = called.get(thing.name, 0) + 1
    names: dict[str, str] = {}
    for thing in board.objects:
        own = f"{thing.name} #{thing.id}" if thing.named else thing.id
        names[thing.id] = own if called[thing.name] > 1 or thing.named else thing.name
    return names


def capitalised(sentence: str) -> str:
    """A sentence with its first letter capital.

    >>> capitalised("the lamp is lit")
    'The lamp is lit'
    """
    return sentence[:1].upper() + sentence[1:]


def speaker(board: Board, rulebook: Rulebook, language: str = "en") -> Speaker:
    """The speaker for one board."""
    return Speaker(rulebook, language, names_of(board))
