"""The table of the protocol's methods: which feature answers which. No other module names a method that a client calls."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from graphlint.server.features import code_action, diagnostic
from graphlint.server.features.background_scan import Scanning
from graphlint.server.features.code_action import CodeActions
from graphlint.server.features.code_lens import CodeLenses
from graphlint.server.features.diagnostic import Diagnostics
from graphlint.server.features.did_change import Syncing
from graphlint.server.features.did_change_configuration import Configuring
from graphlint.server.features.did_change_watched_files import Watching
from graphlint.server.features.execute_command import Commands
from graphlint.server.features.hover import Hovers
from graphlint.server.features.initialize import Lifecycle
from graphlint.server.features.inlay_hint import OPTIONS as HINTS
from graphlint.server.features.inlay_hint import InlayHints
from graphlint.server.features.notebook_did_change import NotebookSyncing
from graphlint.server.features.refresh import Refreshing
from graphlint.server.features.work_done_progress import Progress
from graphlint.server.features.workspace_diagnostic import WorkspaceDiagnostics
from graphlint.server.protocol import Connection
from graphlint.server.session import Session


@dataclass(frozen=True)
class Method:
    """One method: its name, what answers it, and what the client is told about it."""

    name: str
    handler: Callable[[Any], Any]
    options: Any = None


def register(connection: Connection, session: Session) -> None:
    """Let the features answer a connection.

    Args:
        connection: the connection.
        session: its state.
    """
    refreshing = Refreshing(session, connection)
    shown = Diagnostics(session, connection.text_document_publish_diagnostics, refreshing.diagnostics)
    progress = Progress(session, connection)
    scanning = Scanning(session, progress)

    def send_part(token: types.ProgressToken, part: types.WorkspaceDiagnosticReportPartialResult) -> None:
        connection.protocol.notify(types.PROGRESS, types.ProgressParams(token, connection.protocol.unstructured(part)))

    workspace = WorkspaceDiagnostics(session, shown, scanning, progress, send_part)

    def all_stale() -> None:
        session.workspaces.forget()
        session.checks.touch_all()
        refreshing.everything()

    configuring = Configuring(session, connection.workspace_configuration_async, all_stale)
    watching = Watching(session, all_stale, refreshing.diagnostics)
    lifecycle = Lifecycle(session, connection, configuring, watching, session.read_pages)
    syncing = Syncing(session, shown.clear)
    notebooks = NotebookSyncing(session, shown.clear)
    actions = CodeActions(session, shown)
    commands = Commands(session, connection.workspace_apply_edit_async)
    for method in (
        Method(types.INITIALIZE, lifecycle.initialize),
        Method(types.INITIALIZED, lifecycle.initialized),
        Method(types.SHUTDOWN, lifecycle.shutdown),
        Method(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, lifecycle.folders_changed),
        Method(types.WORKSPACE_DID_CHANGE_CONFIGURATION, configuring.change),
        Method(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watching.changed),
        Method(types.WINDOW_WORK_DONE_PROGRESS_CANCEL, progress.cancel),
        Method(types.TEXT_DOCUMENT_DID_OPEN, syncing.open),
        Method(types.TEXT_DOCUMENT_DID_CHANGE, syncing.change),
        Method(types.TEXT_DOCUMENT_DID_SAVE, syncing.save, types.SaveOptions(include_text=False)),
        Method(types.TEXT_DOCUMENT_DID_CLOSE, syncing.close),
        Method(types.NOTEBOOK_DOCUMENT_DID_OPEN, notebooks.open),
        Method(types.NOTEBOOK_DOCUMENT_DID_CHANGE, notebooks.change),
        Method(types.NOTEBOOK_DOCUMENT_DID_SAVE, notebooks.save),
        Method(types.NOTEBOOK_DOCUMENT_DID_CLOSE, notebooks.close),
        Method(types.TEXT_DOCUMENT_DIAGNOSTIC, shown.pull, diagnostic.OPTIONS),
        Method(types.WORKSPACE_DIAGNOSTIC, workspace.pull),
        Method(types.TEXT_DOCUMENT_CODE_ACTION, actions.offer, code_action.OPTIONS),
        Method(types.CODE_ACTION_RESOLVE, actions.resolve),
        Method(types.TEXT_DOCUMENT_HOVER, Hovers(session).hover),
        Method(types.TEXT_DOCUMENT_INLAY_HINT, InlayHints(session).hints, HINTS),
        Method(types.TEXT_DOCUMENT_CODE_LENS, CodeLenses(session).lenses, types.CodeLensOptions(resolve_provider=False)),
    ):
        # pygls marks what it registers, and a bound method cannot be marked.
        connection.feature(method.name, method.options)(functools.partial(method.handler))
    for name in commands.names:
        connection.command(name)(_command(commands, name))


def _command(commands: Commands, name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
    """A command as pygls calls it."""

    async def run(*arguments: Any) -> Any:
        return await commands.run(name, arguments)

    return run
