"""A ruling as a judge reads it: the verdict, then the rounds with rules and reasons, then the outcomes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from ..board.letters import in_letters
from ..derivation.derive import Choice, Wanted
from ..derivation.rulebook import INSTRUCTION
from ..derivation.ruling import Outcome, Round, Ruling
from ..explanation.proof import Premise, Reason, reasons
from ..terms import functor
from .aftermath import aftermath
from .page import Page
from .phrases import Speaker, capitalised
from .verdict import barred_by, choice_said, cited, end_of, fork, told, verdict

_REASONS_PER_ROUND = 12
_WAYS_SAID = 4
_OUTCOMES_SEEN_AT_ONCE = 3
_OUTCOMES_UNFOLDED = 8
_IDLE = {"compares": re.compile(r".*(!=|> *0$)|[^<>!]*="), "counts": re.compile(r"0 *= *#")}


def render(ruling: Ruling, speaker: Speaker, *, board: bool = False) -> Page:
    """The whole ruling on a page; ``board`` adds the final board of each outcome in notation."""
    return _Rendering(ruling, speaker).page_of(board)


class _Rendering:
    def __init__(self, ruling: Ruling, speaker: Speaker) -> None:
        self.ruling, self.speaker, self.own = ruling, speaker, speaker.own
        self.page = Page()
        self.paraphrased: set[str] = set()
        self.barred: set[Wanted] = set()
        self.reasoned: set[Reason] = set()
        self.forked = fork(ruling)
        self.brief = False
        self.above = ("", 0)

    def page_of(self, board: bool) -> Page:
        ruling, page = self.ruling, self.page
        page.add(verdict(ruling, self.speaker), 0, "verdict")
        notes = caveats_said(ruling, self.speaker)
        if notes:
            page.add(self.own("caveats.warning", n=len(notes)), 0, "loud")
        trunk = ruling.trunk()
        self.rounds(ruling.numbered(trunk))
        self.fork(len(trunk))
        self.summary()
        for number, outcome in enumerate(ruling.outcomes, 1):
            self.brief = number > _OUTCOMES_UNFOLDED
            self.outcome(number, outcome, len(trunk))
            if board or not self.brief:
                self.aftermath(outcome, board)
        add_caveats(page, self.speaker, notes)
        add_receipt(page, ruling, self.speaker)
        return page

    # ---- rounds ----

    def rounds(self, numbered: Iterable[tuple[int, Round]], indent: int = 0) -> None:
        for number, round_ in numbered:
            barred = [wanted for wanted in round_.barred if wanted not in self.barred]
            events = told(self.ruling, round_.events)
            if not (events or barred or round_.answers or round_.instruction):
                continue
            heading = self.heading_of(number, round_)
            if (heading, indent) != self.above:
                self.round_heading(heading, indent)
            self.above = ("", 0) if number or round_.instruction else (heading, indent)
            for choice, answer in round_.answers:
                self.choice(choice, indent + 2, answer)
            self.events(round_, events, indent + 2)
            self.not_happening(barred, indent + 2)
            self.triggers(round_, indent + 2)

    def heading_of(self, number: int, round_: Round) -> str:
        """What stands above a round; rounds of one moment without a number stand under one heading."""
        if number:
            return self.own("round.heading", n=number)
        if round_.instruction:
            return self.own("round.script", text=self.instruction(round_.instruction))
        return capitalised(self.speaker.say("words", round_.derivation.moment))

    def instruction(self, text: str) -> str:
        """A line of the script in the letters of the language, if the notation has such words."""
        board, letters = self.ruling.board, self.speaker.letters
        if not letters:
            return text
        events = next((step.events for step in board.script if step.text == text), ())
        phrases = [board.phrase_of(event, "then", letters) for event in events]
        return "; ".join(filter(None, phrases)) if phrases and all(phrases) else text

    def round_heading(self, said: str, indent: int) -> None:
        if indent:
            self.page.add(said, indent, "heading")
        else:
            self.page.heading(said)

    def events(self, round_: Round, events: Sequence[Wanted], indent: int) -> None:
        explained = 0
        for wanted in events:
            sentence = cited(self.speaker.event(wanted.event), self.ruling.cites(wanted.clauses))
            self.page.add(f"{capitalised(sentence)}.", indent)
            if wanted.clauses == (INSTRUCTION,) or self.brief:
                continue
            explained += 1
            why = reasons(self.ruling.rulebook, round_.derivation, wanted.event)
            for reason in why if explained <= _REASONS_PER_ROUND else ():
                if reason.clause != INSTRUCTION and reason not in self.reasoned:
                    self.reasoned.add(reason)
                    self.reason(reason, indent + 2, alone=len(why) == 1)

    def reason(self, reason: Reason, indent: int, *, alone: bool) -> None:
        """One clause that speaks about an event, and its premises in one sentence."""
        self.clause(reason.clause, indent)
        worth = filter(worth_saying, reason.premises)
        said = list(filter(None, (self.speaker.premise(p, counted=True) for p in worth)))
        if said:
            key = "round.because" if alone or not reason.number else "round.because_by"
            self.page.add(self.own(key, premises="; ".join(said), number=reason.number), indent)

    def clause(self, slug: str, indent: int) -> None:
        """What a clause says, the first time it is cited."""
        if slug not in self.paraphrased and (says := self.speaker.clause(slug)):
            self.paraphrased.add(slug)
            number = self.ruling.rulebook.number(slug)
            self.page.add(f"{number}: {says}" if number else says, indent, "quiet")

    def not_happening(self, barred: Iterable[Wanted], indent: int) -> None:
        for wanted in barred:
            self.barred.add(wanted)
            event = cited(self.speaker.event(wanted.event), self.ruling.cites(wanted.clauses))
            by = barred_by(self.ruling, self.speaker, wanted)
            self.page.add(self.own(f"round.{wanted.fate}", event=event, by=by), indent, "loud")
            if wanted.fate == "ignored":
                for clause in wanted.by:
                    self.clause(clause, indent + 2)

    def triggers(self, round_: Round, indent: int) -> None:
        for ability, event in round_.derivation.triggered:
            said = self.own(
                "round.triggers", trigger=self.speaker.trigger(ability), event=self.speaker.trigger(event)
            )
            self.page.add(f"{capitalised(said)}.", indent)

    # ---- choices ----

    def choice(self, choice: Choice, indent: int, answer: str = "") -> None:
        self.page.add(f"{capitalised(choice_said(self.ruling, self.speaker, choice))}.", indent, "loud")
        self.clause(choice.clause, indent + 2)
        options = " | ".join(map(self.speaker.option, choice.options))
        self.page.add(self.own("round.options", options=options), indent + 2)
        if answer and len(choice.options) > 1:
            self.page.add(self.own("round.chosen", option=self.speaker.option(answer)), indent + 2)

    def fork(self, depth: int) -> None:
        """The round where the paths part: the choices, and what happens whatever is chosen."""
        forked = self.forked
        if not forked.choices:
            return
        (number, round_) = self.ruling.numbered(self.ruling.paths[0])[depth]
        heading = self.heading_of(number, round_)
        if (heading, 0) != self.above:
            self.round_heading(heading, 0)
        for choice in forked.choices:
            self.choice(choice, 2)
        self.events(round_, told(self.ruling, forked.events), 2)
        self.not_happening(forked.barred, 2)

    # ---- outcomes ----

    def summary(self) -> None:
        """What happens later in every outcome, and what only in some, where the outcomes are many."""
        if len(self.ruling.outcomes) <= _OUTCOMES_SEEN_AT_ONCE:
            return
        always = self.ruling.always()
        said = {w.event for round_ in self.ruling.trunk() for w in round_.events}
        said |= {w.event for w in self.forked.events}
        said |= {event for event in self.ruling.events() if self.ruling.rulebook.pack.keeps_order(event)}
        events = [event for event in self.ruling.events() if event not in said]
        for key, holds in (("outcome.always", True), ("outcome.sometimes", False)):
            chosen = [
                capitalised(self.speaker.event(event)) for event in events if (event in always) == holds
            ]
            if chosen:
                self.page.heading(self.own(key))
            for sentence in chosen:
                self.page.add(f"{sentence}.", 2)

    def outcome(self, number: int, outcome: Outcome, depth: int) -> None:
        several = len(self.ruling.outcomes) > 1
        many = {"n": number, "of": len(self.ruling.outcomes)}
        self.page.heading(self.own("outcome.heading", **many) if several else self.own("outcome.only"))
        self.above = ("", 0)
        self.ways(outcome, depth)
        rounds = self.ruling.numbered(outcome.paths[0])[depth:]
        common = {w.event for w in self.forked.events}
        self.rounds(((n, self.after_fork(r, common) if i == 0 else r) for i, (n, r) in enumerate(rounds)), 2)
        ends = end_of(self.ruling, outcome, self.speaker)
        self.page.add(f"{capitalised(ends)}.", 2, "verdict")

    def after_fork(self, round_: Round, common: Set[str]) -> Round:
        """The round after the fork without what stands above it: the answers, and what happens anyway."""
        wanted = tuple(w for w in round_.derivation.wanted if w.event not in common)
        return replace(round_, answers=(), derivation=replace(round_.derivation, wanted=wanted))

    def ways(self, outcome: Outcome, depth: int) -> None:
        """Which answers lead here."""
        ways = list(dict.fromkeys(filter(None, (self.way(path[depth:]) for path in outcome.paths))))
        for place, way in enumerate(ways[:_WAYS_SAID]):
            self.page.add(self.own("outcome.or_if" if place else "outcome.if", answers=way), 2, "loud")
        if len(ways) > _WAYS_SAID:
            self.page.add(self.own("outcome.more_ways", n=len(ways) - _WAYS_SAID), 2, "loud")

    def way(self, rounds: Sequence[Round]) -> str:
        said = [
            self.own(
                "outcome.answer",
                player=self.speaker.say("words", choice.player),
                option=self.speaker.option(answer),
                question=self.speaker.question(choice.question),
            )
            for round_ in rounds
            for choice, answer in round_.answers
            if len(choice.options) > 1
        ]
        return "; ".join(said)

    def aftermath(self, outcome: Outcome, board: bool) -> None:
        """The lines of the board that are no longer as they were; on demand the whole board."""
        after = aftermath(self.ruling.board, outcome, self.speaker.letters)
        if after.changes:
            self.page.add(self.own("outcome.board"), 2)
        for old, new in after.changes:
            if old:
                self.page.verbatim(f"- {self.speaker.line(old)}", 4, "bad")
            if new:
                self.page.verbatim(f"+ {self.speaker.line(new)}", 4, "good")
        if facts := "; ".join(filter(None, (self.speaker.say("facts", fact) for fact in after.unsaid))):
            self.page.add(self.own("outcome.unsaid", facts=facts), 2)
        if board:
            self.page.add()
            ends, letters = self.ruling.board.with_facts(outcome.state), self.speaker.letters
            for line in str(in_letters(ends, letters) if letters else ends).splitlines():
                self.page.verbatim(self.speaker.line(line), 2)


def add_receipt(page: Page, ruling: Ruling, speaker: Speaker) -> None:
    """End a page with what the ruling was made from."""
    page.add()
    receipt = ruling.receipt
    hashes = speaker.own("receipt.hashes", rules=receipt.rules[:8], board=receipt.board[:8])
    if receipt.cards:
        count, content = receipt.cards.split()
        hashes = f"{hashes} · {speaker.own('receipt.cards', n=count, cards=content[:8])}"
    page.add(f"headjudge {receipt.headjudge} · {receipt.game} {receipt.edition} · {hashes}", 0, "quiet")


def add_caveats(page: Page, speaker: Speaker, notes: Sequence[str]) -> None:
    """Put caveats on a page under their heading, if there are any."""
    if notes:
        page.heading(speaker.own("caveats.heading"))
    for note in notes:
        page.add(f"! {capitalised(note)}.", 2, "loud")


def caveats_said(ruling: Ruling, speaker: Speaker) -> list[str]:
    """The caveats, and where the enumeration was cut."""
    said = [speaker.caveat(kind, about) for kind, about in ruling.caveats]
    return said + [speaker.own("caveats.cut", n=ruling.cut)] * bool(ruling.cut)


def worth_saying(premise: Premise) -> bool:
    """Whether a premise tells a reader anything: that a choice is open seldom does."""
    return not idle(premise) and functor(premise.text) not in ("asks", "choice")


def idle(premise: Premise) -> bool:
    """Whether a premise goes without saying: a difference, a number above 0, a result, nothing to count."""
    return premise.kind in _IDLE and _IDLE[premise.kind].match(premise.text) is not None
