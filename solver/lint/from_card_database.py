"""Cards of a card database in XML, with an element ``card`` for each.

It is read by the expat that comes with Python: it tells line and column, and since a database needs no
document type, one that declares any is refused, so that no entity can be defined or fetched.
``[card_database]`` of ``rules/<game>/design/written.toml`` names the elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.parsers import expat

from ..errors import Malformed, Place
from .design import Design
from .loose import in_symbols
from .written import NAME, TYPE_LINE, WrittenCard

_CARD, _LAYOUT = "card", "layout"
_DASH = re.compile(r" -{1,2} ")


def database_cards(data: bytes, design: Design, file: str) -> Iterator[WrittenCard]:
    """The cards of a database, in its order.

    Raises :class:`Malformed`, with line and column, for what is no XML, is no database, or declares a
    document type.
    """
    for line, column, values in _read(data, design.written["card_database"]["root"], file):
        yield _card(values, design, Place(file, line, column))


def _read(data: bytes, root: str, file: str) -> list[tuple[int, int, dict[str, str]]]:
    parser = expat.ParserCreate()
    found: list[tuple[int, int, dict[str, str]]] = []
    path: list[str] = []
    text: list[str] = []

    def here() -> Place:
        return Place(file, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def start(name: str, _: dict[str, str]) -> None:
        if not path and name != root:
            expected = (f"<{root}>",)
            raise Malformed("this is no card database", place=here(), found=f"<{name}>", expected=expected)
        path.append(name)
        text.clear()
        if name == _CARD:
            found.append((parser.CurrentLineNumber, parser.CurrentColumnNumber + 1, {}))

    def end(name: str) -> None:
        path.pop()
        if _CARD in path and name not in found[-1][2]:
            found[-1][2][name] = "".join(text).strip()
        text.clear()

    def doctype(*_: object) -> None:
        advice = "take the document type out: a card database needs none"
        raise Malformed("a document type is declared here", place=here(), advice=advice)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text.append
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        place = Place(file, error.lineno, error.offset + 1)
        raise Malformed(f"this is not XML: {expat.ErrorString(error.code)}", place=place) from None
    return found


def _card(values: Mapping[str, str], design: Design, place: Place) -> WrittenCard:
    table = design.written["card_database"]
    printed = {field: values.get(element, "") for field, element in table["fields"].items()}
    printed[TYPE_LINE] = _DASH.sub(" — ", printed[TYPE_LINE])
    for field in table["loose"]:
        printed[field] = in_symbols(printed[field], design)
        for other in table["without_cost"] if printed[field] else ():
            printed[other] = ""
    for other in table["without_cost"]:
        letters = design.written["letters"]
        printed[other] = " ".join(letters.get(letter, letter) for letter in printed[other])
    for row in table["instead"]:
        if re.search(row["where"], printed[TYPE_LINE]):
            printed[row["means"]] = printed.pop(row["field"])
    layout = printed.pop(_LAYOUT, "") or ("token" if values.get("token") == "1" else "")
    filled = {field: value for field, value in printed.items() if value}
    if NAME not in filled:
        raise Malformed("a card without a name", place=place, expected=("<name>",))
    return WrittenCard(design.game, filled, place, layout=layout)
