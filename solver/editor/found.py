"""What is told about a span of a document, and what may be written there instead."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    CodeDescription,
    Diagnostic,
    DiagnosticSeverity,
    TextEdit,
    WorkspaceEdit,
)

from .document import Document

ERROR, WARNING, INFORMATION = (
    DiagnosticSeverity.Error,
    DiagnosticSeverity.Warning,
    DiagnosticSeverity.Information,
)
SOURCE = "headjudge"


@dataclass(frozen=True)
class Fix:
    """What to write instead of a span; ``title`` is what a person is asked."""

    title: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Found:
    """One thing found in a document: its span, how grave it is, what kind, what is said, what would help.

    ``link`` is where more is said of its kind, as a URI.
    """

    start: int
    end: int
    severity: DiagnosticSeverity
    code: str
    message: str
    fixes: tuple[Fix, ...] = ()
    link: str = ""

    def diagnostic(self, document: Document) -> Diagnostic:
        """It as an editor shows it."""
        return Diagnostic(
            range=document.places.range(self.start, max(self.end, self.start)),
            severity=self.severity,
            code=self.code,
            code_description=CodeDescription(self.link) if self.link else None,
            source=SOURCE,
            message=self.message,
        )

    def actions(self, document: Document) -> list[CodeAction]:
        """What would help, as an editor offers it; the first is what is probably meant."""
        return [
            CodeAction(
                title=fix.title,
                kind=CodeActionKind.QuickFix,
                diagnostics=[self.diagnostic(document)],
                is_preferred=not number,
                edit=WorkspaceEdit(
                    changes={
                        document.uri: [TextEdit(document.places.range(fix.start, fix.end), fix.text)],
                    }
                ),
            )
            for number, fix in enumerate(self.fixes)
        ]
