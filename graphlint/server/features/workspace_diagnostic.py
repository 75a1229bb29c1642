"""Diagnostics of all files in the workspace folders, for a client that asks: with progress, in parts, cancelled when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from lsprotocol import types

from graphlint.server.diagnostics import reports_of_file, result_id
from graphlint.server.features.background_scan import WORTH_PROGRESS, Scanning
from graphlint.server.features.diagnostic import Diagnostics
from graphlint.server.features.work_done_progress import Progress
from graphlint.server.session import Session
from graphlint.server.uris import NOTEBOOK_SUFFIX, uri_of
from graphlint.server.workers.messages import Checked
from graphlint.server.workspace_folders import Folder
from graphlint.server.workspaces import FILES_AT_A_TIME, Workspace


class WorkspaceDiagnostics:
    """The diagnostics of files that are not open, and of those that are.

    Args:
        session: the connection.
        open_ones: the diagnostics of those that are.
        scanning: looks through folders.
        progress: tells how far that has come.
        send_part: sends a part of an answer.
    """

    def __init__(
        self,
        session: Session,
        open_ones: Diagnostics,
        scanning: Scanning,
        progress: Progress,
        send_part: Callable[[types.ProgressToken, types.WorkspaceDiagnosticReportPartialResult], None],
    ) -> None:
        self._session = session
        self._open_ones = open_ones
        self._scanning = scanning
        self._progress = progress
        self._send_part = send_part

    async def pull(self, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        """The diagnostics of all files, as far as they are not those that the client has already. What is found in a file may be found
        through another, so all are looked at before anything is told."""
        before = {item.uri: item.value for item in params.previous_result_ids}
        answer: list[types.WorkspaceDocumentDiagnosticReport] = []
        seen: set[str] = set()

        def give(part: Sequence[types.WorkspaceDocumentDiagnosticReport]) -> None:
            if part and params.partial_result_token is not None:
                self._send_part(params.partial_result_token, types.WorkspaceDiagnosticReportPartialResult(list(part)))
            else:
                answer.extend(part)

        folders = await self._looked_through(params.work_done_token)
        of_open_texts = await self._of_open_texts(before)
        seen.update(item.uri for item in of_open_texts)
        give(of_open_texts)
        for folder, workspace in folders:
            files = self._files(folder, workspace)
            seen.update(uri_of(path) for path in files)
            for start in range(0, len(files), FILES_AT_A_TIME):
                give(list(self._reports(await workspace.checked(files[start : start + FILES_AT_A_TIME]), before)))
        give([types.WorkspaceFullDocumentDiagnosticReport(uri, []) for uri in before if uri not in seen and self._is_gone(uri)])
        return types.WorkspaceDiagnosticReport(answer)

    async def _looked_through(self, token: types.ProgressToken | None) -> list[tuple[Folder, Workspace]]:
        """The workspace folders, with all their files looked at."""
        found = [
            (folder, workspace)
            for folder in self._session.folders.all
            if (workspace := self._session.workspaces.of_folder(folder)) is not None
        ]
        for _, workspace in found:
            await self._scanning.rest(workspace)
            workspace.look()
            if not workspace.is_current:
                await workspace.find(self._scanning.is_open)
        self._session.checks.reconsider()
        count = sum(len(workspace.todo(self._scanning.is_open)) for _, workspace in found)
        async with self._progress.of("graphlint: checking the workspace", token, count >= WORTH_PROGRESS) as report:
            for _, workspace in found:
                await self._scanning.scan(workspace, report)
        return found

    def _files(self, folder: Folder, workspace: Workspace) -> list[str]:
        """The files of a folder that are told of: not those that are open, nor those of a folder in it that is one of the workspace itself;
        and cells of notebooks have no place in a file that is not open."""
        is_open = {document.path for document in self._session.documents}
        return [
            path
            for path in workspace.files or ()
            if path not in is_open and not path.endswith(NOTEBOOK_SUFFIX) and self._session.folders.of_path(path) == folder
        ]

    async def _of_open_texts(self, before: dict[str, str]) -> list[types.WorkspaceDocumentDiagnosticReport]:
        found: list[types.WorkspaceDocumentDiagnosticReport] = []
        for program in self._session.checks.programs:
            await self._session.checks.outcome(program)
            for part in program.parts:
                report = self._open_ones.report(part.uri)
                if report is None:
                    continue
                if before.get(part.uri) == report.result_id:
                    found.append(types.WorkspaceUnchangedDocumentDiagnosticReport(part.uri, report.result_id, version=report.version))
                else:
                    full = types.WorkspaceFullDocumentDiagnosticReport(
                        part.uri, report.items, version=report.version, result_id=report.result_id
                    )
                    found.append(full)
        return found

    def _reports(self, checked: Sequence[Checked], before: dict[str, str]) -> Iterator[types.WorkspaceDocumentDiagnosticReport]:
        for item in checked:
            uri = uri_of(item.name)
            items = reports_of_file(self._session, item)
            told = result_id(items)
            if before.get(uri) == told:
                yield types.WorkspaceUnchangedDocumentDiagnosticReport(uri, told)
            elif items or uri in before:
                yield types.WorkspaceFullDocumentDiagnosticReport(uri, items, result_id=told)

    def _is_gone(self, uri: str) -> bool:
        return self._session.documents.get(uri) is None
