"""An editor for tests: a client of the installed command that knows the state of its texts and waits for what the server says of it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import pytest_lsp
from lsprotocol import types
from lsprotocol.converters import get_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import make_test_lsp_client

COMMAND = [sys.executable, "-I", "-m", "graphlint", "server"]
# What waits for the server gives up after so long; nothing is measured by it.
TIMEOUT = 60

# VS Code of today pulls its diagnostics; the set that pytest-lsp carries is of a time when it did not.
PULLING: dict[str, Any] = {
    "textDocument": {
        "diagnostic": {
            "dynamicRegistration": True,
            "relatedDocumentSupport": False,
            "relatedInformation": True,
            "tagSupport": {"valueSet": [1, 2]},
            "codeDescriptionSupport": True,
            "dataSupport": True,
        },
        "inlayHint": {"dynamicRegistration": True, "resolveSupport": {"properties": ["tooltip"]}},
    },
    "workspace": {"diagnostics": {"refreshSupport": True}, "inlayHint": {"refreshSupport": True}, "codeLens": {"refreshSupport": True}},
    "notebookDocument": {"synchronization": {"dynamicRegistration": True, "executionSummarySupport": True}},
}  # fmt: skip
# Old clients do not say that they understand versions; the tests need them to tell one state of a text from another.
VERSIONS: dict[str, Any] = {"textDocument": {"publishDiagnostics": {"versionSupport": True}}}
PUSHING = ("visual-studio-code@v1.65.2", "neovim@v0.7.0", "neovim@v0.9.1", "emacs@v29.1")
PULLERS = ("visual-studio-code", "neovim@v0.11.0")


def capabilities_of(name: str, encodings: Sequence[str] = (), **changes: Any) -> types.ClientCapabilities:
    """The capabilities of an editor.

    Args:
        name: the editor; "visual-studio-code" without a version is the one of today.
        encodings: the position encodings to offer in place of its own.
        changes: what else is to be different, by the first key.
    """
    known = name if name != "visual-studio-code" else "visual-studio-code@v1.65.2"
    file = known.replace("-", "_").replace("@", "_") + ".json"
    told = json.loads(resources.files("pytest_lsp.clients").joinpath(file).read_text())["capabilities"]
    for part in ([VERSIONS, PULLING] if name == "visual-studio-code" else [VERSIONS]) + [changes]:
        _lay_over(told, part)
    if encodings:
        told.setdefault("general", {})["positionEncodings"] = list(encodings)
    found: types.ClientCapabilities = get_converter().structure(told, types.ClientCapabilities)
    return found


def _lay_over(base: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, Mapping) and isinstance(base.get(key), dict):
            _lay_over(base[key], value)
        else:
            base[key] = value


@dataclass
class Editor:
    """A client, and what the server has said to it."""

    client: LanguageClient
    folder: Path
    result: types.InitializeResult | None = None
    published: dict[str, list[types.PublishDiagnosticsParams]] = field(default_factory=dict)
    registered: list[types.Registration] = field(default_factory=list)
    refreshed: list[str] = field(default_factory=list)
    applied: list[types.WorkspaceEdit] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    parts: dict[types.ProgressToken, list[Any]] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def pulls(self) -> bool:
        assert self.result is not None
        return self.result.capabilities.diagnostic_provider is not None

    @property
    def errors(self) -> list[str]:
        return [line.message for line in self.client.log_messages if line.type is types.MessageType.Error]

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str, language: str = "python") -> str:
        """Open a text in the workspace, or at an address of its own."""
        uri = name if ":" in name else self.uri(name)
        self.versions[uri] = 1
        item = types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def edit(self, uri: str, *changes: types.TextDocumentContentChangeEvent | str | tuple[tuple[int, int, int, int], str]) -> int:
        """Edit a text: whole, or spans (line, column, line, column) in the client's units."""
        self.versions[uri] += 1
        events = [_event(change) for change in changes]
        identifier = types.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri])
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, events))
        return self.versions[uri]

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """The diagnostics of a text as it is."""
        if self.pulls:
            report = await self.pull(uri)
            assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
            return list(report.items)
        version = self.versions.get(uri)
        found = await self.until(lambda: next((item for item in self.published.get(uri, []) if item.version in (version, None)), None))
        # Of several of one version the last holds.
        return list([item for item in self.published[uri] if item.version == found.version][-1].diagnostics)

    async def codes(self, uri: str) -> list[str]:
        return sorted(str(item.code) for item in await self.diagnostics(uri))

    async def pull(self, uri: str, previous: str | None = None) -> types.DocumentDiagnosticReport:
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri), previous_result_id=previous)
        return await asyncio.wait_for(self.client.text_document_diagnostic_async(params), TIMEOUT)

    async def actions(self, uri: str, span: types.Range, only: Sequence[str] | None = None) -> list[types.CodeAction]:
        """The code actions at a span, resolved where they have to be. (pytest-lsp takes an action with a command for a command.)"""
        context = types.CodeActionContext([], only=only)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), span, context)
        found = await asyncio.wait_for(self.client.text_document_code_action_async(params), TIMEOUT)
        resolved = []
        for action in found or ():
            if isinstance(action, types.Command):
                resolved.append(types.CodeAction(action.title, command=action))
            elif action.edit is None:
                resolved.append(await asyncio.wait_for(self.client.code_action_resolve_async(action), TIMEOUT))
            else:
                resolved.append(action)
        return resolved

    async def hover(self, uri: str, line: int, column: int) -> str:
        """What a hover says; waits until the graphs of the text are known."""
        params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, column))
        for _ in range(600):
            found = await self.client.text_document_hover_async(params)
            if found is not None:
                assert isinstance(found.contents, types.MarkupContent)
                return found.contents.value
            await asyncio.sleep(0.05)
        return ""

    async def until(self, condition: Callable[[], Any]) -> Any:
        """What a condition comes to, once it holds."""

        async def wait() -> Any:
            async with self.changed:
                await self.changed.wait_for(lambda: bool(condition()))
                return condition()

        return await asyncio.wait_for(wait(), TIMEOUT)

    async def more(self, uri: str, seen: int) -> None:
        """Wait until more than so many lists of diagnostics were published of a text."""
        await self.until(lambda: len(self.published[uri]) > seen)

    async def asked_again(self) -> None:
        """Wait until the server asks for another pull, or has done so since this was last asked."""
        await self.until(lambda: "workspace/diagnostic/refresh" in self.refreshed)
        self.refreshed.clear()

    async def tell(self) -> None:
        async with self.changed:
            self.changed.notify_all()


def _event(change: Any) -> types.TextDocumentContentChangeEvent:
    if isinstance(change, str):
        return types.TextDocumentContentChangeWholeDocument(change)
    if isinstance(change, tuple):
        (line, column, end_line, end_column), text = change
        return types.TextDocumentContentChangePartial(types.Range(types.Position(line, column), types.Position(end_line, end_column)), text)
    event: types.TextDocumentContentChangeEvent = change
    return event


@asynccontextmanager
async def editing(
    folder: Path,
    name: str = "visual-studio-code@v1.65.2",
    *,
    encodings: Sequence[str] = (),
    options: Any = None,
    configuration: dict[str, Any] | None = None,
    folders: Sequence[Path] = (),
    environment: Mapping[str, str] | None = None,
    changes: Mapping[str, Any] | None = None,
    clean: bool = True,
) -> AsyncIterator[Editor]:
    """An editor with a folder open. Where it is left, the server has ended, and has logged no error unless `clean` is False."""
    variables = {**os.environ, **environment} if environment else None
    config = pytest_lsp.ClientServerConfig(server_command=COMMAND, client_factory=make_test_lsp_client, server_env=variables)
    client = await config.start()
    assert isinstance(client, LanguageClient)
    editor = Editor(client, folder)
    _listen(editor)
    if configuration is not None:
        client.set_configuration(configuration, section="graphlint")
    params = types.InitializeParams(
        capabilities=capabilities_of(name, encodings, **(changes or {})),
        workspace_folders=[types.WorkspaceFolder(item.as_uri(), item.name) for item in folders or [folder]],
        initialization_options=options,
    )
    try:
        editor.result = await asyncio.wait_for(client.initialize_session(params), TIMEOUT)
        yield editor
        await asyncio.wait_for(client.shutdown_session(), TIMEOUT)
    finally:
        # pytest-lsp waits for the server to end, which a test that has failed did not ask for.
        if client._server is not None and client._server.returncode is None:
            client._server.kill()
        stop: Callable[[], Any] = client.stop
        await stop()
    if clean:
        assert editor.errors == []


def _listen(editor: Editor) -> None:
    """Let the editor hear what the server says."""
    client = editor.client
    features = client.protocol.fm.features

    async def publish(params: types.PublishDiagnosticsParams) -> None:
        editor.published.setdefault(params.uri, []).append(params)
        await editor.tell()

    async def register(params: types.RegistrationParams) -> None:
        editor.registered.extend(params.registrations)
        await editor.tell()

    async def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        editor.applied.append(params.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    async def show_document(params: types.ShowDocumentParams) -> types.ShowDocumentResult:
        editor.shown.append(params.uri)
        return types.ShowDocumentResult(success=True)

    async def show(params: types.ShowMessageParams) -> None:
        client.messages.append(params)
        await editor.tell()

    async def progress(params: types.ProgressParams) -> None:
        editor.parts.setdefault(params.token, []).append(params.value)
        await editor.tell()

    def refresh(method: str) -> Callable[[Any], Any]:
        async def refreshed(params: None) -> None:
            del params
            editor.refreshed.append(method)
            await editor.tell()

        return refreshed

    handlers: dict[str, Callable[[Any], Any]] = {
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: publish,
        types.CLIENT_REGISTER_CAPABILITY: register,
        types.WORKSPACE_APPLY_EDIT: apply,
        types.WINDOW_SHOW_MESSAGE: show,
        types.WINDOW_SHOW_DOCUMENT: show_document,
        types.PROGRESS: progress,
    }
    for method in (types.WORKSPACE_DIAGNOSTIC_REFRESH, types.WORKSPACE_INLAY_HINT_REFRESH, types.WORKSPACE_CODE_LENS_REFRESH):
        handlers[method] = refresh(method)
    for method, handler in handlers.items():
        features.pop(method, None)
        client.feature(method)(handler)
