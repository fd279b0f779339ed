"""What a check of a rulebook's text can find: codes that stay the same, and findings of these kinds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .document import Clause, Entry, Piece

ERROR, WARNING, NOTE = "error", "warning", "note"


class Code(NamedTuple):
    """A kind of finding: its code and name, how grave it is, what it means and what to do."""

    code: str
    name: str
    severity: str
    summary: str
    help: str


def _codes(*rows: tuple[str, str, str, str, str]) -> dict[str, Code]:
    return {row[1]: Code(*row) for row in rows}


#: All codes by their names. A code is never given to another kind of finding.
CODES = _codes(
    (
        "RB101",
        "dangling-reference",
        ERROR,
        "A reference to a number that the rulebook does not have.",
        "The section of the number is in the text, or the text has a list of contents, so the number "
        "is missing, not merely elsewhere. The suggestion is the number nearest to it of which the "
        "subject fits the citing sentence.",
    ),
    (
        "RB102",
        "self-reference",
        WARNING,
        "A clause that refers to itself.",
        "It sends its reader back to where she is. Usually the clause moved together with its reference.",
    ),
    (
        "RB103",
        "title-mismatch",
        ERROR,
        "A title is quoted after a reference, and the clause cited has another one.",
        "The suggestion is the clause that has the quoted title. If none has it, the title itself is "
        "out of date.",
    ),
    (
        "RB104",
        "misaimed-reference",
        WARNING,
        "A reference to a clause that stands, but does not share the subject.",
        "A guess, ranked by its evidence. Strong: the words just before the reference are the title "
        "of another section, and the cited one shares nothing with the sentence. Moderate: a "
        "neighbouring number shares the rare words of the sentence, and the cited clause shares none "
        "of them. Weak: a neighbour shares clearly more.",
    ),
    (
        "RB105",
        "reversed-range",
        ERROR,
        "A range of references that does not run forwards.",
        "Its end comes before its beginning, is the same number, or is of another level.",
    ),
    (
        "RB106",
        "reference-outside",
        NOTE,
        "A reference to a section that this text does not contain.",
        "The text is a part of a rulebook (it has no list of contents), so whether the number exists "
        "cannot be told.",
    ),
    (
        "RB107",
        "lone-number",
        WARNING,
        "A reference to a section outside of the text, unlike the others to it.",
        "Other references of the same subject go to numbers under one clause; this one goes to a "
        "neighbour of that clause that nobody else cites.",
    ),
    (
        "RB201",
        "number-gap",
        ERROR,
        "A number is left out.",
        "The clause before has a smaller number than the one that comes next. Letters that the style "
        "never uses do not count.",
    ),
    (
        "RB202",
        "duplicate-number",
        ERROR,
        "Two clauses have the same number.",
        "References to the number can mean either. The message names the line of the first.",
    ),
    (
        "RB203",
        "wrong-order",
        ERROR,
        "A number that is smaller than the one before it.",
        "The clause stands at the wrong place, or has the wrong number.",
    ),
    (
        "RB204",
        "skipped-letter",
        ERROR,
        "A number with a letter that the style never uses.",
        "The letters look like figures and are left out on purpose, such as l and o.",
    ),
    (
        "RB205",
        "number-form",
        NOTE,
        "A number written otherwise than nearly all of its level.",
        "A full stop or a blank between number and text is missing or is too many.",
    ),
    (
        "RB206",
        "unreachable-clause",
        ERROR,
        "A clause under a number that does not stand in the text.",
        "Neither the contents nor the clause it should stand under leads to it.",
    ),
    (
        "RB207",
        "contents-mismatch",
        ERROR,
        "The list of contents and the sections do not agree.",
        "A section is not listed, a listed one does not stand, or its title differs.",
    ),
    (
        "RB208",
        "misplaced-clause",
        ERROR,
        "A clause that stands below another one than its number says.",
        "Its number belongs to another section than the one in which it is printed.",
    ),
    (
        "RB301",
        "undefined-term",
        WARNING,
        "A phrase used as a term that nothing defines.",
        "Neither the glossary nor a defining sentence has it. If nearly all titles of a section are "
        "in the glossary, a title that is not counts too.",
    ),
    (
        "RB302",
        "unused-entry",
        NOTE,
        "A glossary entry of which nothing else in the rulebook says the name.",
        "Entries marked as no longer in use do not count, nor those that only say where to look.",
    ),
    (
        "RB303",
        "dead-entry",
        ERROR,
        "A glossary entry that points to an entry that does not stand.",
        "The suggestion is the entry with the most similar name.",
    ),
    (
        "RB304",
        "circular-definition",
        ERROR,
        "Definitions that only lead to each other.",
        "Entries that say nothing but where to look, or that explain each other as a kind of the other.",
    ),
    (
        "RB305",
        "duplicate-entry",
        ERROR,
        "Two glossary entries for one name.",
        "The message names the line of the first.",
    ),
    (
        "RB306",
        "entry-order",
        NOTE,
        "A glossary entry that breaks the alphabetical order.",
        "Compared without case and marks, word by word or letter by letter, whichever fits more of "
        "the glossary.",
    ),
    (
        "RB401",
        "duplicate-sentence",
        NOTE,
        "A long sentence that stands word for word in another clause.",
        "One of the two may be a slip; if both are meant, they must be changed together.",
    ),
    (
        "RB402",
        "empty-clause",
        ERROR,
        "A number without text.",
        "The line ends after the number.",
    ),
    (
        "RB403",
        "unbalanced",
        WARNING,
        "A bracket or a quote that is not closed, or was never opened.",
        "Counted within the paragraph.",
    ),
    (
        "RB404",
        "doubled-word",
        WARNING,
        "A word that stands twice in a row.",
        "Doublings that every text of the language may have are not reported.",
    ),
    (
        "RB405",
        "doubled-marker",
        WARNING,
        "An example that is announced twice.",
        "The word that announces an example stands at its beginning again.",
    ),
    (
        "RB406",
        "unfinished-sentence",
        WARNING,
        "A clause that ends without a full stop.",
        "Titles are not sentences; this one is too long for a title, or stands where there are none.",
    ),
)

BY_CODE = {code.code: code for code in CODES.values()}


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault or doubt: what kind, where, what is meant instead, and on what grounds.

    ``clause`` is a number, or the name of a glossary entry in quotes; line and column count from 1.
    """

    code: Code
    file: str
    clause: str
    line: int
    column: int
    message: str
    suggestion: str = ""
    evidence: tuple[str, ...] = ()
    confidence: str = ""
    cited: str = ""

    @property
    def severity(self) -> str:
        """error, warning or note."""
        return self.code.severity


def found(
    name: str,
    file: str,
    piece: Piece,
    message: str,
    *,
    offset: int = 0,
    suggestion: str = "",
    evidence: tuple[str, ...] = (),
    confidence: str = "",
    cited: str = "",
) -> Finding:
    """A finding at a place of a clause or entry."""
    line, column = piece.at(offset)
    label = piece.label if isinstance(piece, (Clause, Entry)) else ""
    return Finding(CODES[name], file, label, line, column, message, suggestion, evidence, confidence, cited)
