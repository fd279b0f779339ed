"""Expectations: what a board says about its own outcome, so that every board is also a test."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import Malformed, Place
from ..nearest import did_you_mean
from ..notation.names import Names, Unclear
from ..notation.pack import Notation
from ..notation.slots import check_number, counter_kind, show_counter_kind
from ..terms import Fn, quote, read, show, slug
from .model import Claim, Expectation, Question
from .syntax import FIRST_FAULT, Piece, Said

_PART = re.compile(r'(?:"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|[^;"\[])+')
_SCOPE = re.compile(
    r"(?:\s*,?\s*(?:under\s+(?P<under>[\w.-]+)|round\s+(?P<round>\d+)))+\s*:\s*", re.IGNORECASE
)
_RULE = re.compile(r"\s+(\d+(?:\.\d+)+(?:\.[a-z]|[a-z]{0,2})|\d+\.\d*[a-z]{1,2})$")
_COUNTERS = re.compile(r'has\s+\{\s*("(?:\\.|[^"\\])+"|[^,"{}]+?)\s+x\s?(\d+)\s*\}')
_QUANTIFIER = re.compile(r"(no|sometimes)\s+", re.IGNORECASE)
_PLAIN = ("nothing", "undecided", "loop")
_REFUSALS = ("contradiction", "missing", "illegal", "impossible")
_UNQUANTIFIED = (
    "nothing", "nothing else", "outcomes", "undecided", "refused", "legal", "illegal", "may", "may not",
    "declarations",
)  # fmt: skip
#: Before a declaration these say whether it may be made.
_JUDGED = ("legal", "illegal", "may")
_FORMS = (
    *_PLAIN,
    "nothing else",
    *_REFUSALS,
    "legal",
    "may",
    "declarations",
    "outcomes",
    "choice",
    "trigger",
    "finally",
    "no",
    "sometimes",
    "round",
    "under",
)


class Claims:
    """Reads the expectations of one board. ``piece`` goes on around the reading of each claim."""

    def __init__(
        self,
        notation: Notation,
        names: Names,
        asks: Sequence[Question] = (),
        piece: Piece = FIRST_FAULT,
    ) -> None:
        self.notation, self.names = notation, names
        self.piece = piece
        terms = (read(question.term) for question in asks)
        proposals = [show(t.args[0]) for t in terms if isinstance(t, Fn) and t.name == "legal"]
        #: The declaration in question, if the board asks about just one whether it is legal.
        self.proposal = proposals[0] if len(proposals) == 1 else ""

    def expectation(self, said: Said) -> Expectation:
        """One expect line: ``[under EDITION] [round N]: CLAIM; CLAIM``."""
        scope = _SCOPE.match(said)
        rest = said.cut(scope.end()) if scope else said
        under = scope["under"] if scope else None
        number = int(scope["round"][:9]) if scope and scope["round"] else None
        parts = [rest.cut(*part.span()) for part in _PART.finditer(rest) if part[0].strip()]
        claims = []
        for part in parts:
            with self.piece:
                claims.append(self.claim(part))
        if not parts or rest.rstrip().endswith(";") or re.match(r"\s*;", rest) or re.search(r";\s*;", rest):
            end = Place(said.place.file, said.place.line, said.place.column + len(said))
            raise Malformed("a claim is missing", place=end, found="end of phrase", expected=self.expected())
        return Expectation(tuple(claims), under, number, said.place)

    def expected(self) -> tuple[str, ...]:
        """How a claim may begin."""
        events = self.notation.frames.sections["event"]
        return (*_FORMS, *dict.fromkeys(f.pieces[0] for f in events if isinstance(f.pieces[0], str)))

    def claim(self, said: Said) -> Claim:
        """One claim: an event, a choice, what holds in the end; with a rule's number if given."""
        quantifier = _QUANTIFIER.match(said)
        rest = said.cut(quantifier.end()) if quantifier else said
        rule = _RULE.search(rest)
        rest = rest.cut(0, rule.start()) if rule else rest
        kind, term, text = self.kind(rest)
        word = quantifier[1].lower() if quantifier else ""
        if word and kind in _UNQUANTIFIED:
            raise Malformed(
                f"{word} cannot stand before {kind}", place=said.place, found=word, expected=(kind,)
            )
        whole = " ".join(filter(None, (word, text, rule[1] if rule else "")))
        return Claim(word, kind, term, rule[1] if rule else None, whole, said.place)

    def kind(self, said: Said) -> tuple[str, str, str]:
        """The kind of a claim without quantifier and rule, its term and its canonical text."""
        first = re.match(r"[\w-]*", said)
        word = first[0].lower() if first else ""
        rest = said.cut(len(word))
        if word in _PLAIN and not rest:
            return word, word, word
        if word == "nothing" and rest.lower() == "else":
            return "nothing else", "nothing_else", "nothing else"
        if word in _JUDGED and rest:
            with_not = re.match(r"not\s+", rest) if word == "may" else None
            asked = rest.cut(with_not.end()) if with_not else rest
            section = "part" if word == "may" else "declaration"
            match = self.notation.frames.match(section, asked, self.names, asked.place)
            word = "may not" if with_not else word
            return word, match.facts()[0], f"{word} {match.text}"
        if word == "legal" or (word == "illegal" and self.proposal):
            self.whole(re.match("", rest) if self.proposal else None, rest, "a declaration")
            return word, self.proposal, word
        if word == "declarations":
            counted = self.whole(re.fullmatch(r"(\w+)\s+(\d+)", rest), rest, "what is declared, and a number")
            return word, f"declarations({counted[1]},{counted[2]})", f"declarations {counted[1]} {counted[2]}"
        if word in _REFUSALS:
            kinds = self.whole(re.fullmatch(r"[\w -]*", rest), rest, "what is wrong")[0]
            return "refused", f"{word}({slug(kinds)})" if kinds else word, f"{word} {kinds}".strip()
        if word == "outcomes":
            number = self.whole(re.match(r"\d+$", rest), rest, "a number")
            return word, f"outcomes({number[0]})", f"outcomes {number[0]}"
        if word == "choice":
            return self.choice(rest)
        if word == "trigger":
            found = self.whole(re.match(r"(.+?)\s+of\s+(?=\S)", rest), rest, "ABILITY of OBJECT")
            source = self.one(("object",), rest.cut(found.end()))
            shown = self.names.show("object", source)
            return word, f"trigger({slug(found[1])},{quote(source)})", f"trigger {found[1]} of {shown}"
        if word == "finally":
            if phrase := self.find("trait", rest):
                return "trait", *phrase
            term, text = self.final(rest)
            return "fact", term, f"finally {text}"
        for section in ("result", "trait"):
            if phrase := self.find(section, said):
                return section, *phrase
        try:
            match = self.notation.frames.match("event", said, self.names, said.place)
        except Malformed as error:
            if error.place == said.place:
                error.expected = self.expected()
                error.advice = error.advice or did_you_mean(word, error.expected)
            raise
        return "event", match.facts()[0], match.text

    def find(self, section: str, said: Said) -> tuple[str, str] | None:
        """What a phrase of a section means, and its canonical text; ``None`` for another text."""
        if section not in self.notation.frames.sections:
            return None
        match = self.notation.frames.find(section, said, self.names)
        return (match.facts()[0], match.text) if match else None

    def whole(self, match: re.Match[str] | None, said: Said, expected: str) -> re.Match[str]:
        if match is None:
            what = f"{said} cannot stand here" if said else "the phrase ends too early"
            raise Malformed(what, place=said.place, found=said or "end of phrase", expected=(expected,))
        return match

    def choice(self, said: Said) -> tuple[str, str, str]:
        """``choice PLAYER: OPTION | OPTION``, each an object, a player, a number or a word."""
        found = self.whole(re.match(r'((?:"[^"]*"|[^:"])+):\s*', said), said, "PLAYER: OPTION | OPTION")
        player = self.one(("player",), said.cut(0, found.end(1)))
        listed = said.cut(found.end())
        parts = [
            listed.cut(*part.span()) for part in re.finditer(r'(?:"[^"]*"|[^|"])+|(?<=\|)(?=\||$)', listed)
        ]
        options, texts = zip(*map(self.option, parts), strict=True) if parts else ((), ())
        self.whole(re.match(r"[^|]", listed), listed, "an option")
        inside = ",".join(options) + ("," if len(options) == 1 else "")
        shown = f"choice {self.names.show('player', player)}: {' | '.join(texts)}"
        return "choice", f"choice({quote(player)},({inside}))", shown

    def option(self, said: Said) -> tuple[str, str]:
        if re.fullmatch(r"-?\d{1,9}", said):
            return said, said
        if found := self.find("option", said):
            return found
        if said[:1] in ("#", '"') or said[:1].isupper():
            kinds = ("object", "player", "team")
            ident = self.one(kinds, said)
            kind = next(kind for kind in kinds if ident in self.names.ids[kind])
            return quote(ident), self.names.show(kind, ident)
        word = self.whole(re.fullmatch(r"[^\W\d][\w' -]*", said), said, "an option")
        term = slug(word[0])
        return term, term.replace("_", " ")

    def one(self, kinds: tuple[str, ...], said: Said) -> str:
        """The individual that a whole text names."""
        known = [shown for kind in kinds for shown in self.names.known(kind)]
        try:
            for end, ident in self.names.find(kinds, said, 0):
                if not said[end:].strip():
                    return ident
            what = f"{said} is not known here" if said else "the phrase ends too early"
        except Unclear as error:
            what = str(error)
        advice = did_you_mean(said, known) if said else ""
        raise Malformed(
            what, place=said.place, found=said or "end of phrase", expected=tuple(known[:12]), advice=advice
        )

    def final(self, said: Said) -> tuple[str, str]:
        """What holds in the end: a state, a zone, a counter, a value, or that an object is gone."""
        try:
            end, subject = next(iter(self.names.find(("object", "player", "team"), said, 0)))
        except (Unclear, StopIteration):
            self.one(("object", "player", "team"), said.cut(0, len(said.split()[0]) if said else 0))
            raise
        rest = said.cut(end)
        frames, table = self.notation.frames, self.notation.object
        if subject not in self.names.ids["object"]:
            kind = "player" if subject in self.names.ids["player"] else "team"
            match = frames.match(kind, rest, self.names, rest.place)
            return match.facts(self=quote(subject))[0], f"{self.names.show(kind, subject)} {match.text}"
        shown, me = self.names.show("object", subject), quote(subject)
        if re.fullmatch(r"is\s+gone", rest):
            return f"gone({me})", f"{shown} is gone"
        if to := re.match(r"attached\s+to\s+", rest):
            host = self.one(("object", "player"), rest.cut(to.end()))
            kind = "object" if host in self.names.ids["object"] else "player"
            fact = table["attached"][0].format_map({"self": me, "target": quote(host)})
            return fact, f"{shown} attached to {self.names.show(kind, host)}"
        if zone := re.match(r"in\s+", rest):
            word = rest.cut(zone.end())
            constant = self.notation.zone(word, word.place)
            word_shown = next(w for w, c in self.notation.vocabulary["zone"].items() if c == constant)
            return table["zone"][0].format_map({"self": me, "zone": constant}), f"{shown} in {word_shown}"
        if state := re.fullmatch(r"is\s+\((.*)\)", rest):
            inside = rest.cut(*state.span(1))
            match = frames.match("state", inside, self.names, inside.place)
            facts = match.facts(self=me)
            if len(facts) != 1:
                what = f"{match.text} states no fact"
                raise Malformed(
                    what, place=inside.place, found=match.text, advice="say what must not hold with: no"
                )
            return facts[0], f"{shown} is ({match.text})"
        kinds = self.notation.counter_kinds
        counters = _COUNTERS.fullmatch(rest)
        if counters is None:
            self.whole(None, rest, "is (state), in ZONE, attached to HOST, has {COUNTER xN}, is gone")
            raise AssertionError
        try:
            kind, number = counter_kind(counters[1], kinds), check_number(counters[2])
        except Unclear as error:
            at = rest.cut(counters.start(1)).place
            raise Malformed(str(error), place=at, found=counters[1], advice=error.advice) from None
        fact = table["counter"][0].format_map({"self": me, "counter": kind, "number": number})
        return fact, f"{shown} has {{{show_counter_kind(read(kind), kinds)} x{number}}}"
