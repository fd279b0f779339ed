"""References of the rulebook that a later edition corrected, without the project's own reader and checks.

Clauses of neighbouring editions are paired by what they say, their references set aside, and each reference
is followed through all editions in which its sentence stands. What it cites is followed too, whatever its
number. Where an edition changes the number of a reference though neither the clause cited before nor the one
cited now has moved, its editors have corrected it: what stood before is wrong. Where the number does not
follow a clause that has moved, the reference has gone astray; that counts if a later edition brings it back.
What the editors did is the truth here; no judgement of ours enters, except that a change between a clause and
a part of it is a sharpening, not a correction, and the exceptions named below.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from rapidfuzz import fuzz, process

_HEAD = re.compile(r"(\d{3})(?:\.(\d+)([a-z]*))?\.? ?(.*)")
_REFERENCE = re.compile(
    r"(?<![\d.,$/+\-])\d{3}\.\d+[a-z]*(?![\d/])|(?<=rule )\d{3}\b(?!\.\d)|(?<=rules )\d{3}\b(?!\.\d)"
)
_QUOTES = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'", "—": "-", "–": "-"})
_ALIKE = 80


#: Changed references that corrected nothing, by clause and number cited before, and why.
NOT_CORRECTED = {
    (
        "201.3",
        "100.6",
    ): "the rule itself changed: a name is no longer bound to a format, but to the card reference",
    ("612.6", "100.6"): "the rule itself changed, as 201.3 did",
    (
        "glossary Defending Player",
        "810.7",
    ): "the rule itself changed: until 2017 its own subrules named several defending players (810.7a), "
    "since 2018 it only points to 805.10",
    ("glossary Hybrid Card", "202.2d"): "202.2d is right; the reference to 202.2f since 2020 is the fault",
}


class Corrected(NamedTuple):
    """A reference of an edition, and the number in the same edition that was meant ("" if not known)."""

    edition: str
    clause: str
    cited: str
    meant: str
    kind: str


def clauses(text: str) -> dict[str, str]:
    """The clauses of an edition by number; a glossary entry by "glossary" and its name."""
    found: dict[str, str] = {}
    lines = text.translate(_QUOTES).splitlines()
    start = max(i for i, line in enumerate(lines) if line.strip() == "1. Game Concepts")
    glossary = max(i for i, line in enumerate(lines) if line.strip() == "Glossary")
    end = max(i for i, line in enumerate(lines) if line.strip() == "Credits")
    number = ""
    for line in lines[start:glossary]:
        head = _HEAD.match(line)
        if head:
            number = head[1] + (f".{head[2]}{head[3]}" if head[2] else "")
            found[number] = head[4]
        elif line.strip() and number and not re.match(r"\d\. ", line):
            found[number] += "\n" + line
    for block in "\n".join(lines[glossary + 1 : end]).split("\n\n"):
        name, _, body = block.strip().partition("\n")
        if body:
            found[f"glossary {name}"] = body
    return found


def _bare(text: str) -> str:
    return " ".join(_REFERENCE.sub("#", text).split())


def paired(old: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    """Which clause of the new edition each clause of the old one is."""
    pairs: dict[str, str] = {}
    by_text: dict[str, list[str]] = defaultdict(list)
    for number, text in new.items():
        by_text[_bare(text)].append(number)
    twins: dict[str, list[str]] = defaultdict(list)
    for number, text in old.items():
        twins[_bare(text)].append(number)
    for bare, numbers in twins.items():
        if len(numbers) == len(by_text[bare]):
            pairs.update(zip(numbers, by_text[bare], strict=True))
    taken = set(pairs.values())
    left = [number for number in new if number not in taken]
    for number in old.keys() - pairs.keys():
        glossary = number.startswith("glossary")
        near = [n for n in left if n.startswith("glossary") == glossary and n not in taken]
        found = process.extractOne(
            _bare(old[number]), {n: _bare(new[n]) for n in near}, scorer=fuzz.ratio, score_cutoff=_ALIKE
        )
        if found:
            pairs[number] = found[2]
            taken.add(found[2])
        elif number in near and glossary:
            pairs[number] = number
            taken.add(number)
    return pairs


def _sentences(text: str) -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = defaultdict(list)
    for sentence in re.split(r"(?<=[.)])\s+(?=[A-Z\"])", text):
        if cited := _REFERENCE.findall(sentence):
            found[_bare(sentence)].append(cited)
    return found


def _kin(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


#: (clause, sentence, which of the equal sentences, which reference in it)
_Key = tuple[str, str, int, int]


def _references(edition: dict[str, str]) -> dict[_Key, str]:
    return {
        (clause, bare, which, place): cited
        for clause, text in edition.items()
        for bare, groups in _sentences(text).items()
        for which, group in enumerate(groups)
        for place, cited in enumerate(group)
    }


def _chains(
    cites: list[dict[_Key, str]], pairs: list[dict[str, str]]
) -> Iterator[list[tuple[int, str, str]]]:
    """Each reference through its editions: (edition, clause, cited)."""
    open_chains: dict[_Key, list[tuple[int, str, str]]] = {}
    for at, references in enumerate(cites):
        renamed = {}
        if at:
            for key, chain in open_chains.items():
                renamed[(pairs[at - 1].get(key[0], ""), *key[1:])] = chain
        following: dict[_Key, list[tuple[int, str, str]]] = {}
        for key in references.keys() - renamed.keys():
            alike = [
                other
                for other in renamed.keys() - references.keys()
                if (other[0], *other[2:]) == (key[0], *key[2:]) and fuzz.ratio(other[1], key[1]) >= _ALIKE
            ]
            if len(alike) == 1:
                renamed[key] = renamed.pop(alike[0])
        for key, cited in references.items():
            following[key] = [*renamed.pop(key, []), (at, key[0], cited)]
        yield from renamed.values()
        open_chains = following
    yield from open_chains.values()


def followed(
    number: str, start: int, end: int, pairs: list[dict[str, str]], back: list[dict[str, str]]
) -> str:
    """The number that a clause of one edition has in another; "" if it does not stand there."""
    step = pairs[start:end] if end > start else list(reversed(back[end:start]))
    for table in step:
        number = table.get(number, "")
    return number


def all_corrected(folder: Path) -> list[Corrected]:
    """The references of each edition of a folder that a later one corrects."""
    files = sorted(folder.glob("cr-*.txt"))
    read = [clauses(file.read_text(encoding="utf-8")) for file in files]
    pairs = [paired(old, new) for old, new in pairwise(read)]
    back = [{new: old for old, new in table.items()} for table in pairs]
    found: list[Corrected] = []
    cites_of = [_references(edition) for edition in read]
    for chain in _chains(cites_of, pairs):
        right = 0
        for here, ((at, _, cited), (then, _, cites)) in enumerate(pairwise(chain), 1):
            stood = pairs[at].get(cited, "")
            unmoved = stood in ("", cited) and back[at].get(cites, cites) == cites
            kept = any(key[0] == chain[here][1] and number == stood for key, number in cites_of[then].items())
            if cites not in (cited, stood) and unmoved and not kept:
                right = here
        last, _, meant = chain[right]
        home = max(
            (n for n, (at, _, cited) in enumerate(chain) if followed(meant, last, at, pairs, back) == cited),
            default=right,
        )
        for at, clause, cited in chain[: max(right, home)]:
            if (clause, cited) in NOT_CORRECTED:
                continue
            wanted = followed(meant, last, at, pairs, back)
            if cited not in read[at]:
                found.append(Corrected(files[at].stem, clause, cited, wanted, "dangling"))
            elif wanted and wanted != cited and not _kin(wanted, cited):
                found.append(Corrected(files[at].stem, clause, cited, wanted, "misaimed"))
    return sorted(found)


if __name__ == "__main__":
    import sys

    for row in all_corrected(Path(sys.argv[1])):
        print(*row, sep="\t")
