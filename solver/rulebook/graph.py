"""A rulebook as a graph: what stands under what, what cites what, what points where.

Nodes are the numbers of clauses, the names of entries after "entry:", and "" for the whole book. Edges have
``how``: "holds" (a clause and what is below it; the book and its outermost clauses), "cites", "points".
"""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from . import numbers
from .document import Clause, Document, plain

ROOT = ""
ENTRY = "entry:"


def build(document: Document) -> nx.MultiDiGraph[str]:
    """The graph of a rulebook. In a complete text nothing holds a clause whose parent does not stand."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node(ROOT)
    for number in document.by_number:
        graph.add_node(number)
    for number in document.by_number:
        above = numbers.parent(number, document.style)
        if above in graph and above:
            graph.add_edge(above, number, how="holds")
        elif not above or (not document.complete and not document.has_heading(number)):
            graph.add_edge(ROOT, number, how="holds")
    named = {name: entry.name for entry in document.entries for name in entry.names}
    for entry in document.entries:
        graph.add_edge(ROOT, ENTRY + entry.name, how="holds")
        for names, _ in entry.see:
            for name in named_in(names, named):
                graph.add_edge(ENTRY + entry.name, ENTRY + named[name], how="points")
    for piece, reference in document.cited():
        node = piece.number if isinstance(piece, Clause) else ENTRY + piece.name
        if node and reference.number in document.by_number:
            graph.add_edge(node, reference.number, how="cites")
    return graph


def named_in(names: str, known: dict[str, str]) -> Iterator[str]:
    """The known names in a list of names: the whole if it is one, else its parts; singular or plural."""
    whole = _known(plain(names), known)
    if whole:
        yield whole
        return
    for part in names.replace(" and ", ", ").replace(" or ", ", ").split(", "):
        one = _known(plain(part), known)
        if one:
            yield one


def _known(name: str, known: dict[str, str]) -> str:
    return next(
        (n for n in (name, name.removesuffix("s"), name.removesuffix("es"), name + "s") if n in known), ""
    )


def unreachable(graph: nx.MultiDiGraph[str]) -> list[str]:
    """The numbers to which nothing leads from the whole book, by standing under it; outermost ones only."""
    holds = nx.DiGraph((a, b) for a, b, how in graph.edges(data="how") if how == "holds")
    holds.add_nodes_from(graph)
    reached = {ROOT, *nx.descendants(holds, ROOT)}
    return [node for node in graph if node not in reached and not any(holds.predecessors(node))]


def circles(edges: list[tuple[str, str]]) -> list[list[str]]:
    """The shortest circles among definitions, each once."""
    return [sorted(circle) for circle in nx.simple_cycles(nx.DiGraph(edges))]
