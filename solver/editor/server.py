"""The language server: what editors ask over standard input and output is answered from the open documents.

Whatever takes time is done on two threads beside the one that listens: one looks for faults a moment after
the last change and gives up when the next one comes, the other answers questions. Documents are sent whole
with each change: pygls divides lines at more signs than editors do, so a change of a part could go astray.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from threading import Event
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from .. import __version__
from ..errors import HeadjudgeError, Malformed
from ..notation.names import Names
from . import board_faults, card_faults, cards
from .completing import Offers, complete_board, offered
from .document import Document
from .found import ERROR, SOURCE, Found
from .hovering import Hovered, hover_board
from .navigating import definition, outline, references, renamed

_Answer = TypeVar("_Answer")
_log = logging.getLogger(__name__)

#: A document that has not changed for so many seconds is searched for faults.
STILL_FOR = 0.25
#: A document with more characters is completed with the names of its last reading.
_LONG = 50_000
_TRIGGERS = ["#", " ", "(", "[", "<", "{", "=", ">", "."]


class _Unwanted(Exception):
    """Nobody waits for this any more."""


class _Opened:
    """A document that an editor has open: its last version, what was found in it, and the search for more."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.found: list[Found] = []
        self.shown: Document | None = None
        self.names = Names()
        self.changed = Event()
        self.search: asyncio.Task[None] | None = None

    def stop(self) -> None:
        """Give up the search for faults."""
        self.changed.set()
        self.changed = Event()
        if self.search is not None:
            self.search.cancel()
            self.search = None


class Desk:
    """The documents that are open, and the threads that work on them."""

    def __init__(self, server: LanguageServer, language: str) -> None:
        self.server, self.language = server, language
        self.opened: dict[str, _Opened] = {}
        self.done = False
        self._searching = ThreadPoolExecutor(1, "searching")
        self._answering = ThreadPoolExecutor(1, "answering")

    # ---- documents ----

    def document(self, uri: str) -> Document:
        """The last version of a document; one that is not open is read from its file."""
        if uri in self.opened:
            return self.opened[uri].document
        text = self.server.workspace.get_text_document(uri)
        return Document(uri, text.source)

    def changed(self, uri: str) -> None:
        """A document was opened or has changed: look for faults in a moment."""
        text = self.server.workspace.get_text_document(uri)
        document = Document(uri, text.source, text.version, text.language_id or "")
        if not document.is_ours:  # an editor may send whatever is plain text
            return
        opened = self.opened.get(uri)
        if opened is None:
            opened = self.opened[uri] = _Opened(document)
        opened.stop()
        opened.document = document
        opened.search = asyncio.get_running_loop().create_task(self._search(opened, opened.changed))

    def closed(self, uri: str) -> None:
        """A document was closed: what was found in it is forgotten."""
        if opened := self.opened.pop(uri, None):
            opened.stop()
        self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def close(self) -> None:
        """Give everything up."""
        for opened in self.opened.values():
            opened.stop()
        for pool in (self._searching, self._answering):
            pool.shutdown(wait=False, cancel_futures=True)

    # ---- work on other threads ----

    async def answer(self, work: Callable[[], _Answer]) -> _Answer:
        """What work on the thread for questions gives."""
        return await asyncio.get_running_loop().run_in_executor(self._answering, work)

    async def _search(self, opened: _Opened, changed: Event) -> None:
        """Look for what is wrong with a document, quick searches first; each shows what it finds."""
        await asyncio.sleep(STILL_FOR)
        document = opened.document

        def going_on() -> None:
            if changed.is_set():
                raise _Unwanted

        found: list[Found] = []
        loop = asyncio.get_running_loop()
        for look in self._searches(document, going_on):
            try:
                found += await loop.run_in_executor(self._searching, look)
            except _Unwanted:
                return
            except HeadjudgeError as error:
                found.append(Found(0, 0, ERROR, "malformed", board_faults.said(error)))
            except Exception as error:
                _log.error("looking for faults: %s: %s", type(error).__name__, error)
            if changed.is_set():
                return
            self._show(opened, document, found)

    def _searches(
        self, document: Document, going_on: Callable[[], object]
    ) -> Iterator[Callable[[], list[Found]]]:
        if document.is_of_cards:
            yield lambda: card_faults.faults(document, going_on)
            return
        yield lambda: self._board_faults(document, going_on)
        yield lambda: [*board_faults.rulings(document, self.language, going_on)]

    def _board_faults(self, document: Document, going_on: Callable[[], object]) -> list[Found]:
        """The faults of a board; its names are kept for the completion of its next version."""
        found = board_faults.faults(document, going_on)
        if (opened := self.opened.get(document.uri)) and document.examined.board:
            opened.names = document.names
        return found

    def _show(self, opened: _Opened, document: Document, found: list[Found]) -> None:
        opened.found, opened.shown = [*found], document
        self.server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(
                uri=document.uri,
                version=document.version,
                diagnostics=[each.diagnostic(document) for each in found],
            )
        )

    def names(self, document: Document) -> Names:
        """The individuals of a board; of a long one those of its last reading."""
        opened = self.opened.get(document.uri)
        if len(document.text) <= _LONG or opened is None:
            return document.names
        return opened.names


def language_server(language: str = "en") -> _Quiet:
    """The server that speaks a language."""
    server = _Quiet("headjudge", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
    desk = Desk(server, language)
    server.desk = desk
    _on_documents(server, desk)
    _on_questions(server, desk)
    return server


class _Quiet(LanguageServer):
    """A server that logs its own faults in a line and never shows a traceback."""

    desk: Desk

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log a fault that no request waits for."""
        _log.error("%s: %s", type(error).__name__, error)

    def shutdown(self) -> None:
        """Give up the work on other threads, and end."""
        self.desk.close()
        super().shutdown()  # type: ignore[no-untyped-call]


def _on_documents(server: LanguageServer, desk: Desk) -> None:
    @server.feature(lsp.SHUTDOWN)
    def done(_: None) -> None:
        desk.done = True
        desk.close()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        desk.changed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        desk.changed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        desk.closed(params.text_document.uri)


def _on_questions(server: LanguageServer, desk: Desk) -> None:
    """Answer what is asked about a place of a document."""

    async def about(params: Any, nothing: _Answer, work: Callable[[Document], _Answer]) -> _Answer:
        """The answer to a question; ``nothing`` where something goes wrong that is no fault of who asks."""
        try:
            document = desk.document(params.text_document.uri)
            if not document.is_ours:
                return nothing
            return await desk.answer(lambda: work(document))
        except Malformed as error:
            raise JsonRpcInvalidParams(board_faults.said(error)) from None
        except Exception as error:
            _log.error("answering: %s: %s", type(error).__name__, error)
            return nothing

    def at(params: Any, document: Document) -> int:
        return document.places.offset(params.position)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        def work(document: Document) -> lsp.Hover | None:
            hovering = cards.hover if document.is_of_cards else hover_board
            return _hover(document, hovering(document, at(params, document), desk.language))

        return await about(params, None, work)

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=_TRIGGERS))
    async def completion(params: lsp.CompletionParams) -> lsp.CompletionList | None:
        def work(document: Document) -> lsp.CompletionList | None:
            offset = at(params, document)
            if document.is_of_cards:
                return _completion(document, cards.complete(document, offset))
            return _completion(document, complete_board(document, offset, desk.names(document)))

        return await about(params, None, work)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def defined(params: lsp.DefinitionParams) -> list[lsp.Location]:
        def work(document: Document) -> list[lsp.Location]:
            if document.is_of_cards:
                return []
            return definition(document, at(params, document))

        return await about(params, [], work)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def mentions(params: lsp.ReferenceParams) -> list[lsp.Location]:
        declared = params.context.include_declaration

        def work(document: Document) -> list[lsp.Location]:
            return [] if document.is_of_cards else references(document, at(params, document), declared)

        return await about(params, [], work)

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    async def nameable(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        def work(document: Document) -> lsp.Range | None:
            mention = None if document.is_of_cards else document.marks.mention_at(at(params, document))
            return document.places.range(mention.start, mention.end) if mention else None

        return await about(params, None, work)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        def work(document: Document) -> lsp.WorkspaceEdit | None:
            if document.is_of_cards:
                raise Malformed("only an #id of a board can be renamed")
            edits = renamed(document, at(params, document), params.new_name)
            return lsp.WorkspaceEdit(changes={document.uri: edits})

        return await about(params, None, work)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        def work(document: Document) -> list[lsp.DocumentSymbol]:
            return cards.outline(document) if document.is_of_cards else outline(document)

        return await about(params, [], work)

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    async def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        def work(document: Document) -> list[lsp.CodeAction]:
            opened = desk.opened.get(document.uri)
            first, last = map(document.places.offset, (params.range.start, params.range.end))
            found = opened.found if opened and opened.shown is document else []
            touched = (each for each in found if each.start <= last and first <= each.end)
            return [action for each in touched for action in each.actions(document)]

        return await about(params, [], work)


def _hover(document: Document, hovered: Hovered | None) -> lsp.Hover | None:
    if hovered is None:
        return None
    start, end, said = hovered
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said), document.places.range(start, end))


def _completion(document: Document, found: Offers | None) -> lsp.CompletionList | None:
    if found is None:
        return None
    place = document.places.range(found.start, found.end)
    items = [
        lsp.CompletionItem(
            label=offer.text,
            kind=offer.kind,
            detail=offer.detail or None,
            filter_text=offer.text,
            text_edit=lsp.TextEdit(place, offer.text),
        )
        for offer in offered(found.offers)
    ]
    return lsp.CompletionList(is_incomplete=not found.whole, items=items)


def serve(language: str = "en") -> int:
    """Serve an editor over standard input and output until it says that it is done.

    Gives the exit code that the protocol asks for: 0 if the editor has asked to shut down, else 1. What
    anything else prints goes to standard error, so that it stays out of the conversation.
    """
    logging.basicConfig(format=f"{SOURCE}: %(message)s", level=logging.ERROR)
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    server = language_server(language)
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out, redirect_stdout(sys.stderr):
        server.start_io(stdout=out)
    return 0 if server.desk.done else 1
