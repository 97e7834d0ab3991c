"""The language server: documents that an editor holds, and what it asks of them. By pygls (extra ``editor``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import lsprotocol.types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument

from usimmarine_py.check.helm.files import ENDING as BEHAVIORS
from usimmarine_py.editor.explain import explain
from usimmarine_py.editor.findings import ENDINGS, findings_of
from usimmarine_py.editor.places import Use, is_variable, macros_of, target_of, uses_of, variables_of
from usimmarine_py.editor.position import Kind, Position, blocks_in, position_at
from usimmarine_py.editor.proposals import Proposal, proposals
from usimmarine_py.errors import Severity
from usimmarine_py.finding import Finding
from usimmarine_py.version import __version__

NAME = "usim"
#: Rest between a key press and the findings about the text, s.
PAUSE = 0.2
_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.NOTE: lsp.DiagnosticSeverity.Information,
}
_SORTS = {
    "key": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.EnumMember,
    "block": lsp.CompletionItemKind.Class,
    "macro": lsp.CompletionItemKind.Constant,
    "variable": lsp.CompletionItemKind.Variable,
}


class MissionServer(LanguageServer):
    """A server for missions; ``definitions`` and ``folders`` are those of templates."""

    def __init__(self, definitions: Sequence[str] = (), folders: Sequence[str] = ()) -> None:
        super().__init__(NAME, __version__)
        self.definitions, self.folders = list(definitions), list(folders)
        self._waiting: dict[str, int] = {}

    def texts(self) -> Mapping[str, bytes]:
        """Return the texts that the editor holds, by absolute path."""
        documents = self.workspace.text_documents.items()
        return {path: one.source.encode() for uri, one in documents if (path := to_fs_path(uri))}

    def place(self, file: lsp.TextDocumentIdentifier, position: lsp.Position) -> tuple[Path, list[str], Position]:
        """Return the file that is asked about, its lines, and what stands at the position."""
        document = self.workspace.get_text_document(file.uri)
        lines = document.source.splitlines()
        at = document.position_codec.position_from_client_units(document.lines, position)
        return Path(document.path), lines, position_at(lines, at.line, at.character)

    def range(self, line: int, text: str, begin: int, end: int) -> lsp.Range:
        """Return columns of a line (number and text) as the editor counts them, in UTF-16 unless it says otherwise."""
        count = self.workspace.position_codec.client_num_units
        return lsp.Range(*(lsp.Position(line, count(text[:column])) for column in (begin, end)))

    def location(self, use: Use) -> lsp.Location:
        """Return a place of a variable."""
        uri = from_fs_path(str(use.path.absolute())) or ""
        return lsp.Location(uri, self.range(use.line, use.text, use.begin, use.end))

    def diagnostic(self, found: Finding, lines: Sequence[str]) -> lsp.Diagnostic:
        """Return a finding about a text of these lines: from its column, or the first word, to the end of the line."""
        line = min(max(found.line - 1, 0), max(len(lines) - 1, 0))
        text = lines[line] if line < len(lines) else ""
        begin = max(found.column - 1, len(text) - len(text.lstrip()))
        end = len(text.partition("//")[0].rstrip())
        data = {"suggestion": found.suggestion} if found.suggestion else None
        place = self.range(line, text, min(begin, end), end)
        return lsp.Diagnostic(place, found.text, _SEVERITIES[found.severity], source=NAME, data=data)

    def replacement(self, document: TextDocument, found: lsp.Diagnostic, word: str) -> lsp.TextEdit | None:
        """Return the edit that writes a suggestion in place of the key, or of the value that is wrong."""
        place = document.position_codec.range_from_client_units(document.lines, found.range)
        lines = document.source.splitlines()
        line, begin = place.start.line, place.start.character
        text = lines[line] if line < len(lines) else ""
        equals = text.find("=", begin)
        end = equals if equals >= 0 else place.end.character
        wrong = text[begin:end].rstrip()
        return lsp.TextEdit(self.range(line, text, begin, begin + len(wrong)), word) if wrong else None

    def forget(self, uri: str) -> None:
        """Show nothing more of a document."""
        self._waiting[uri] = self._waiting.get(uri, 0) + 1

    async def show_findings(self, uri: str, pause: float = 0.0) -> None:
        """Send the findings about a document, unless it changes within ``pause`` s."""
        import asyncio

        self._waiting[uri] = turn = self._waiting.get(uri, 0) + 1
        await asyncio.sleep(pause)
        path = to_fs_path(uri)
        if path is None or not path.endswith(ENDINGS) or self._waiting[uri] != turn:
            return
        document = self.workspace.get_text_document(uri)
        lines = document.source.splitlines()
        found = findings_of(path, self.texts(), self.definitions, self.folders)
        shown = [self.diagnostic(one, lines) for one in found]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, shown, document.version))


def _item(one: Proposal) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        one.text.removesuffix(" = "), kind=_SORTS[one.sort], detail=one.detail or None,
        documentation=one.help or None, insert_text=one.text,
    )  # fmt: skip


def make_server(definitions: Sequence[str] = (), folders: Sequence[str] = ()) -> MissionServer:
    """Return a server with all its features."""
    server = MissionServer(definitions, folders)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        await server.show_findings(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        await server.show_findings(params.text_document.uri, PAUSE)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(_params: lsp.DidSaveTextDocumentParams) -> None:
        for uri in [*server.workspace.text_documents]:  # a mission is checked with its .bhv files
            await server.show_findings(uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["=", "(", " ", "$"]))
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        path, _, position = server.place(params.text_document, params.position)
        found: list[Proposal]
        if position.macro:
            found = [Proposal(name, "macro") for name in sorted(macros_of(path, server.texts()))]
        else:
            found = list(proposals(position, behaviors=path.suffix == BEHAVIORS))
            if position.value is not None and position.kind is not Kind.NONE and not found:
                found = [Proposal(name, "variable") for name in sorted(variables_of(path, server.texts()))]
        return lsp.CompletionList(is_incomplete=False, items=[_item(one) for one in found])

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        path, _, position = server.place(params.text_document, params.position)
        uses = uses_of(position.word, path, server.texts()) if is_variable(position.word) else []
        text = explain(position, uses, position.value is None)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text)) if text else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def define(params: lsp.DefinitionParams) -> list[lsp.Location]:
        path, lines, position = server.place(params.text_document, params.position)
        line = lines[params.position.line] if params.position.line < len(lines) else ""
        if (target := target_of(path, line, lines, server.texts())) is not None:
            return [server.location(target)]
        uses = uses_of(position.word, path, server.texts()) if is_variable(position.word) else []
        return [server.location(use) for use in uses if use.posts]

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def refer(params: lsp.ReferenceParams) -> list[lsp.Location]:
        path, _, position = server.place(params.text_document, params.position)
        with_posts = params.context.include_declaration
        uses = uses_of(position.word, path, server.texts()) if position.word else []
        return [server.location(use) for use in uses if with_posts or not use.posts]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        lines = server.workspace.get_text_document(params.text_document.uri).source.splitlines()
        found = []
        for block in blocks_in(lines):
            head, last = (server.range(k, lines[k], 0, len(lines[k])) for k in (block.head, block.last))
            whole = lsp.Range(head.start, last.end)
            kind = lsp.SymbolKind.Class if block.kind is Kind.BEHAVIOR else lsp.SymbolKind.Module
            found.append(lsp.DocumentSymbol(block.name or block.kind.value, kind, whole, head))
        return found

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def mend(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        document = server.workspace.get_text_document(params.text_document.uri)
        found = []
        for one in params.context.diagnostics:
            word = one.data.get("suggestion") if isinstance(one.data, dict) else None
            edit = server.replacement(document, one, word) if word else None
            if edit is not None:
                changes = lsp.WorkspaceEdit(changes={params.text_document.uri: [edit]})
                found.append(lsp.CodeAction(f"Change to {word}", lsp.CodeActionKind.QuickFix, [one], edit=changes))
        return found

    return server
