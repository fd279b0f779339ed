"""A rulebook: the compiled rules of one game under one edition (design section 2).

One clause file serves all editions; an edition says which clauses stand in it and under which
number. The compiled rules are kept in the user's cache directory, named after their content.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import Malformed, NotCovered
from ..nearest import did_you_mean
from ..notation.pack import games
from ..tables import files, read_table
from ..terms import functor
from .compiled import Clause, Packed, compiled
from .reach import Outline, outline_of
from .rule import BrokenRules, Rule

__all__ = ["INSTRUCTION", "Clause", "Pack", "Rulebook", "Section", "editions", "load_pack", "outline"]

INSTRUCTION = "instruction"


@dataclass(frozen=True, slots=True)
class Section:
    """One rule file; ``moment`` is when its clauses are in force ("" means always)."""

    file: str
    moment: str


@dataclass(frozen=True, slots=True)
class Pack:
    """The knowledge about one game before an edition is chosen. ``given`` are the names of heads;
    ``by_texts`` kinds of declarations, and events of a script, whose rules ask what the texts on a board
    tell; ``bookkeeping`` are events, or the names of their functors, that only keep the others in order;
    ``folder`` is where it was read."""

    game: str
    sections: tuple[Section, ...]
    clauses: Mapping[str, Clause]
    rules: Sequence[Rule]
    given: frozenset[str]
    instruction_moment: str
    declaration_moment: str
    inspection_moment: str
    by_texts: frozenset[str]
    bookkeeping: frozenset[str]
    cycle: tuple[str, ...]
    main_moment: str
    absent_at_zero: frozenset[str]
    hash: str
    folder: Path = field(repr=False, compare=False)

    def __hash__(self) -> int:
        return hash(self.hash)

    def keeps_order(self, event: str) -> bool:
        """Whether an event is bookkeeping and need not be told."""
        return event in self.bookkeeping or functor(event) in self.bookkeeping


def _folder(game: str, root: Path | None = None) -> Path:
    folder = (root or files("headjudge.rules")).joinpath(game)
    if not folder.joinpath("pack.toml").is_file():
        raise Malformed(f"there are no rules for the game “{game}”", expected=games())
    return folder


def editions(game: str) -> tuple[str, ...]:
    """The editions of a game's rulebook, oldest first: by name, unless its manifest gives their order.

    Raises Malformed for an unknown game."""
    return editions_in(_folder(game))


def editions_in(folder: Path) -> tuple[str, ...]:
    """The editions in the folder of a pack, oldest first."""
    order = read_table(folder.joinpath("pack.toml")).get("editions", {}).get("order", ())
    found = {f.name for f in folder.joinpath("editions").iterdir()}
    names = sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml"))
    return tuple(sorted(names, key=lambda name: order.index(name) if name in order else len(order)))


@functools.cache
def load_pack(game: str) -> Pack:
    """Read and compile a game's rules. Raises Malformed (unknown game) or BrokenRules."""
    return read_pack(game, files("headjudge.rules"))


def read_pack(game: str, root: Path) -> Pack:
    """Read and compile the rules of a game in a folder of packs with their contract. Raises what
    :func:`load_pack` raises."""
    folder = _folder(game, root)
    manifest = read_table(folder.joinpath("pack.toml"))
    sections = [Section("contract.lp", "")]
    sections += [Section(row["file"], row.get("moment", "")) for row in manifest["section"]]
    texts = {"contract.lp": root.joinpath("contract.lp").read_text(encoding="utf-8")}
    texts |= {s.file: folder.joinpath(s.file).read_text(encoding="utf-8") for s in sections[1:]}
    digest = hashlib.sha256("\0".join([*texts, *texts.values()]).encode()).hexdigest()
    made = compiled(digest, texts)
    moments = manifest["moments"]
    return Pack(
        game=game,
        sections=tuple(sections),
        clauses=made.clauses,
        rules=made.rules,
        given=made.given,
        instruction_moment=moments["instruction"],
        declaration_moment=moments.get("declaration", ""),
        inspection_moment=moments.get("inspection", ""),
        by_texts=frozenset(moments.get("by_texts", ())),
        bookkeeping=frozenset(moments.get("bookkeeping", ())),
        cycle=tuple(moments["cycle"]),
        main_moment=moments.get("main", moments["cycle"][0]),
        absent_at_zero=frozenset(manifest["fluents"]["absent_at_zero"]),
        hash=digest,
        folder=folder,
    )


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game as one edition numbers them.

    ``numbers`` maps each clause in force to its number in this edition; ``out_of_scope`` are the
    numbers of encoded sections that have no clause, and why; ``inferred`` are the clauses that no text of
    this edition states, and where they are taken from.
    """

    pack: Pack
    edition: str
    title: str
    numbers: Mapping[str, str]
    out_of_scope: Mapping[str, str] = field(default_factory=dict)
    inferred: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls, game: str, edition: str | None = None) -> Rulebook:
        """Load a game's rules under an edition (the newest if none is named).

        Raises Malformed for an unknown game or one without editions, NotCovered for an edition
        that is not encoded.
        """
        return _load(game, edition)

    @property
    def game(self) -> str:
        """The game's name."""
        return self.pack.game

    def number(self, slug: str) -> str:
        """The rule number of a clause in this edition, "" for what has none (the script's own words)."""
        return self.numbers.get(slug, "")

    def paraphrase(self, slug: str) -> str:
        """What a clause says, in our own words."""
        clause = self.pack.clauses.get(slug)
        return clause.paraphrase if clause else ""

    @functools.cached_property
    def _moment_of(self) -> Mapping[str, str]:
        moments = {section.file: section.moment for section in self.pack.sections}
        return {slug: moments[clause.file] for slug, clause in self.pack.clauses.items()}

    @functools.cache  # noqa: B019  (a rulebook lives as long as the process)
    def in_force(self, moment: str) -> frozenset[str]:
        """The clauses that stand in this edition and apply at a moment."""
        standing = {*self.numbers, INSTRUCTION}
        return frozenset(slug for slug in standing if self._moment_of[slug] in ("", moment))

    def rules_of(self, moment: str) -> list[Rule]:
        """The rules of the clauses that are in force at this moment and at no other."""
        only, rules = self.only_at(moment), self.pack.rules
        return [rules[number] for number, clause in enumerate(outline(rules).clauses) if clause in only]

    @functools.cache  # noqa: B019
    def only_at(self, moment: str) -> frozenset[str]:
        """The clauses in force at this moment and at no other."""
        return frozenset(slug for slug in self.in_force(moment) if self._moment_of[slug] == moment)

    def __hash__(self) -> int:
        return hash((self.pack.hash, self.edition))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rulebook) and hash(self) == hash(other)


def outline(rules: Sequence[Rule]) -> Outline:
    """The outline of the rules of a pack."""
    return rules.outline if isinstance(rules, Packed) else outline_of(rules)


@functools.cache
def _load(game: str, edition: str | None) -> Rulebook:
    pack = load_pack(game)
    known = editions(game)
    if not known:
        raise Malformed(f"the rules of {game} have no edition yet")
    chosen = edition or known[-1]
    if chosen not in known:
        advice = did_you_mean(chosen, known) or "name one of them"
        raise NotCovered(f"the edition {chosen} of {game} is not encoded", expected=known, advice=advice)
    return read_edition(pack, chosen)


def read_edition(pack: Pack, edition: str) -> Rulebook:
    """The rules of a pack under one of its editions. Raises BrokenRules if it names a clause of no file."""
    table = read_table(pack.folder.joinpath("editions", f"{edition}.toml"))
    strangers = [slug for slug in table["clauses"] if slug not in pack.clauses]
    if strangers:
        raise BrokenRules(f"{edition}.toml names clauses that no rule file has: {', '.join(strangers)}")
    further = (table.get(name, {}) for name in ("out_of_scope", "inferred"))
    return Rulebook(pack, edition, table["title"], table["clauses"], *further)
