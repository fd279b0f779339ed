"""An editor for the tests: it starts ``headjudge language-server`` and talks to it as editors do."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

PATIENCE = 60


class Editor:
    """One process of the server, and the documents that are open in it."""

    def __init__(self, *options: str) -> None:
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.client = LanguageClient("test editor", "1")
        self.told: dict[str, list[lsp.PublishDiagnosticsParams]] = {}
        self.messages: list[str] = []
        self._news = threading.Condition()
        self._versions: dict[str, int] = {}

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: lsp.PublishDiagnosticsParams) -> None:
            with self._news:
                self.told.setdefault(params.uri, []).append(params)
                self._news.notify_all()

        @self.client.feature(lsp.WINDOW_SHOW_MESSAGE)
        def shown(params: lsp.ShowMessageParams) -> None:
            self.messages.append(params.message)

        self.await_(self.client.start_io(sys.executable, "-m", "headjudge", "language-server", *options))
        self.initialized = self.ask(
            "initialize_async", lsp.InitializeParams(capabilities=lsp.ClientCapabilities())
        )
        self.client.initialized(lsp.InitializedParams())

    def await_(self, coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(PATIENCE)

    def ask(self, request: str, params: Any) -> Any:
        """The answer to a request of the client."""

        async def asked() -> Any:
            return await getattr(self.client, request)(params)

        return self.await_(asked())

    def tell(self, notification: str, params: Any) -> None:
        self.loop.call_soon_threadsafe(getattr(self.client, notification), params)

    # ---- documents ----

    def write(self, uri: str, text: str) -> None:
        """Open a document, or change one that is open."""
        version = self._versions[uri] = self._versions.get(uri, 0) + 1
        if version == 1:
            item = lsp.TextDocumentItem(uri, "", version, text)
            self.tell("text_document_did_open", lsp.DidOpenTextDocumentParams(item))
        else:
            self.tell(
                "text_document_did_change",
                lsp.DidChangeTextDocumentParams(
                    lsp.VersionedTextDocumentIdentifier(version, uri),
                    [lsp.TextDocumentContentChangeWholeDocument(text)],
                ),
            )

    def diagnostics(self, uri: str, wanted: Callable[[list[lsp.Diagnostic]], object]) -> list[lsp.Diagnostic]:
        """What is told of the last version of a document, as soon as it is what is wanted."""

        def last() -> list[lsp.Diagnostic] | None:
            mine = [p for p in self.told.get(uri, ()) if p.version == self._versions[uri]]
            return [*mine[-1].diagnostics] if mine and wanted([*mine[-1].diagnostics]) else None

        with self._news:
            assert self._news.wait_for(lambda: last() is not None, PATIENCE), self.told.get(uri)
            found = last()
        assert found is not None
        return found

    def last_diagnostics(self, uri: str) -> list[lsp.Diagnostic]:
        """What is told of the last version of a board after the ruling, which is told of second."""

        def told() -> list[lsp.PublishDiagnosticsParams]:
            return [each for each in self.told.get(uri, ()) if each.version == self._versions[uri]]

        with self._news:
            assert self._news.wait_for(lambda: len(told()) > 1, PATIENCE), self.told.get(uri)
            return [*told()[-1].diagnostics]

    def close(self) -> int | None:
        """Say goodbye; the exit code of the server."""
        self.ask("shutdown_async", None)
        self.tell("exit", None)

        async def ended() -> int | None:
            server = self.client._server
            assert server is not None
            return await asyncio.wait_for(server.wait(), PATIENCE)

        code: int | None = self.await_(ended())
        self.await_(self.client.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        return code


@contextmanager
def editor(*options: str) -> Iterator[Editor]:
    """An editor whose server ends well."""
    opened = Editor(*options)
    try:
        yield opened
    finally:
        code = opened.close()
    assert code == 0
    assert opened.messages == []


def at(text: str, mark: str, *, after: bool = False, turn: int = 1) -> lsp.Position:
    """The position of the beginning (or end) of the n-th occurrence of some words, in UTF-16 units."""
    offset = -1
    for _ in range(turn):
        offset = text.index(mark, offset + 1)
    offset += len(mark) * after
    before = text[:offset]
    units = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
    return lsp.Position(before.count("\n"), units)


def place(uri: str, text: str, mark: str, *, after: bool = False, turn: int = 1) -> dict[str, Any]:
    """Document and position as requests name them."""
    return {
        "text_document": lsp.TextDocumentIdentifier(uri),
        "position": at(text, mark, after=after, turn=turn),
    }


def words(text: str, span: lsp.Range) -> str:
    """The words of a text in a range."""
    lines = text.split("\n")
    assert span.start.line == span.end.line
    units = lines[span.start.line].encode("utf-16-le")
    return units[2 * span.start.character : 2 * span.end.character].decode("utf-16-le")
