"""Table of the LSP methods and the features that handle them: a new feature is a module in `features` and a row here."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from graphlint.server.features import code_action, diagnostic, inlay_hint, text_document_content
from graphlint.server.features.background_scan import BackgroundScan
from graphlint.server.features.code_action import CodeActions
from graphlint.server.features.code_lens import CodeLenses
from graphlint.server.features.diagnostic import Diagnostics
from graphlint.server.features.did_change import TextSync
from graphlint.server.features.did_change_configuration import ConfigurationSync
from graphlint.server.features.did_change_watched_files import WatchedFiles
from graphlint.server.features.execute_command import Commands
from graphlint.server.features.hover import Hovers
from graphlint.server.features.initialize import Lifecycle
from graphlint.server.features.inlay_hint import InlayHints
from graphlint.server.features.notebook_did_change import NotebookSync
from graphlint.server.features.refresh import RefreshRequests
from graphlint.server.features.settings_diagnostic import SettingsDiagnostics
from graphlint.server.features.text_document_content import PictureTexts
from graphlint.server.features.work_done_progress import Progress
from graphlint.server.features.workspace_diagnostic import WorkspaceDiagnostics
from graphlint.server.protocol import Connection
from graphlint.server.session import Session


@dataclass(frozen=True)
class Method:
    """A method: its LSP name, its handler, and the options that the server announces for it."""

    name: str
    handler: Callable[[Any], Any]
    options: Any = None


def register(connection: Connection, session: Session) -> None:
    """Create the features of a connection and register their methods."""
    refresh = RefreshRequests(session, connection)
    diagnostics = Diagnostics(session, connection.text_document_publish_diagnostics, refresh.diagnostics)
    SettingsDiagnostics(session, connection.text_document_publish_diagnostics)
    progress = Progress(session, connection)
    background_scan = BackgroundScan(session, progress)

    def send_part(token: types.ProgressToken, part: types.WorkspaceDiagnosticReportPartialResult) -> None:
        connection.protocol.notify(types.PROGRESS, types.ProgressParams(token, connection.protocol.unstructured(part)))

    workspace_diagnostics = WorkspaceDiagnostics(session, diagnostics, background_scan, progress, send_part)

    def discard_results() -> None:
        session.workspaces.discard()
        session.scheduler.schedule_all()
        refresh.all()

    configuration = ConfigurationSync(session, connection.workspace_configuration_async, discard_results)
    watched_files = WatchedFiles(session, discard_results, refresh.diagnostics)
    lifecycle = Lifecycle(session, connection, configuration, watched_files, session.read_pages)
    texts = TextSync(session, diagnostics.clear)
    notebooks = NotebookSync(session, diagnostics.clear)
    actions = CodeActions(session, diagnostics)
    commands = Commands(session, connection)
    for method in (
        Method(types.INITIALIZE, lifecycle.initialize),
        Method(types.INITIALIZED, lifecycle.initialized),
        Method(types.SHUTDOWN, lifecycle.shutdown),
        Method(types.EXIT, lifecycle.exit),
        Method(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, lifecycle.folders_changed),
        Method(types.WORKSPACE_DID_CHANGE_CONFIGURATION, configuration.change),
        Method(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watched_files.did_change),
        Method(types.WINDOW_WORK_DONE_PROGRESS_CANCEL, progress.cancel),
        Method(types.TEXT_DOCUMENT_DID_OPEN, texts.open),
        Method(types.TEXT_DOCUMENT_DID_CHANGE, texts.change),
        Method(types.TEXT_DOCUMENT_DID_SAVE, texts.save, types.SaveOptions(include_text=False)),
        Method(types.TEXT_DOCUMENT_DID_CLOSE, texts.close),
        Method(types.NOTEBOOK_DOCUMENT_DID_OPEN, notebooks.open),
        Method(types.NOTEBOOK_DOCUMENT_DID_CHANGE, notebooks.change),
        Method(types.NOTEBOOK_DOCUMENT_DID_SAVE, notebooks.save),
        Method(types.NOTEBOOK_DOCUMENT_DID_CLOSE, notebooks.close),
        Method(types.TEXT_DOCUMENT_DIAGNOSTIC, diagnostics.pull, diagnostic.OPTIONS),
        Method(types.WORKSPACE_DIAGNOSTIC, workspace_diagnostics.pull),
        Method(types.TEXT_DOCUMENT_CODE_ACTION, actions.offer, code_action.OPTIONS),
        Method(types.CODE_ACTION_RESOLVE, actions.resolve),
        Method(types.TEXT_DOCUMENT_HOVER, Hovers(session).hover),
        Method(types.TEXT_DOCUMENT_INLAY_HINT, InlayHints(session).hints, inlay_hint.OPTIONS),
        Method(types.WORKSPACE_TEXT_DOCUMENT_CONTENT, PictureTexts(session).content, text_document_content.OPTIONS),
        Method(types.TEXT_DOCUMENT_CODE_LENS, CodeLenses(session).lenses, types.CodeLensOptions(resolve_provider=False)),
    ):
        # pygls sets an attribute on each handler, which a bound method does not allow.
        connection.feature(method.name, method.options)(functools.partial(method.handler))
    for name in commands.names:
        connection.command(name)(_command(commands, name))


def _command(commands: Commands, name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
    """Return a command in the form that pygls calls."""

    async def run(*arguments: Any) -> Any:
        return await commands.run(name, arguments)

    return run
