"""Workspace diagnostics: pulled by the client, with progress, partial results and cancellation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from lsprotocol import types

from graphlint.server.diagnostics import reports_of_file, result_id
from graphlint.server.features.background_scan import PROGRESS_MINIMUM, BackgroundScan
from graphlint.server.features.diagnostic import Diagnostics
from graphlint.server.features.work_done_progress import Progress
from graphlint.server.session import Session
from graphlint.server.uris import NOTEBOOK_SUFFIX, uri_of
from graphlint.server.workers.messages import CheckResult
from graphlint.server.workspace_folders import Folder
from graphlint.server.workspaces import ANALYSIS_BATCH, Workspace


class WorkspaceDiagnostics:
    """Diagnostics of all files in the workspace folders, open or not.

    Args:
        session: the connection.
        open_documents: the diagnostics of open documents.
        background_scan: analyzes folders.
        progress: reports the progress of the analysis.
        send_part: sends a partial result.
    """

    def __init__(
        self,
        session: Session,
        open_documents: Diagnostics,
        background_scan: BackgroundScan,
        progress: Progress,
        send_part: Callable[[types.ProgressToken, types.WorkspaceDiagnosticReportPartialResult], None],
    ) -> None:
        self._session = session
        self._open_documents = open_documents
        self._background_scan = background_scan
        self._progress = progress
        self._send_part = send_part

    async def pull(self, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        """Return the diagnostics that differ from those that the client has.

        All files are analyzed before the first result is sent: a finding in one file may come from the analysis of another.
        """
        known_ids = {item.uri: item.value for item in params.previous_result_ids}
        answer: list[types.WorkspaceDocumentDiagnosticReport] = []
        seen: set[str] = set()

        def send(part: Sequence[types.WorkspaceDocumentDiagnosticReport]) -> None:
            if part and params.partial_result_token is not None:
                self._send_part(params.partial_result_token, types.WorkspaceDiagnosticReportPartialResult(list(part)))
            else:
                answer.extend(part)

        folders = await self._analyzed_workspaces(params.work_done_token)
        open_reports = await self._open_reports(known_ids)
        seen.update(item.uri for item in open_reports)
        send(open_reports)
        for folder, workspace in folders:
            files = self._files(folder, workspace)
            seen.update(uri_of(path) for path in files)
            for start in range(0, len(files), ANALYSIS_BATCH):
                send(list(self._reports(await workspace.check_files(files[start : start + ANALYSIS_BATCH]), known_ids)))
        send([types.WorkspaceFullDocumentDiagnosticReport(uri, []) for uri in known_ids if uri not in seen and self._is_gone(uri)])
        return types.WorkspaceDiagnosticReport(answer)

    async def _analyzed_workspaces(self, token: types.ProgressToken | None) -> list[tuple[Folder, Workspace]]:
        """Return the workspace folders after all their files were analyzed."""
        workspaces = [
            (folder, workspace)
            for folder in self._session.folders.all
            if (workspace := self._session.workspaces.of_folder(folder)) is not None
        ]
        for _, workspace in workspaces:
            await self._background_scan.cancel(workspace)
            workspace.detect_changes()
            if not workspace.is_current:
                await workspace.find_files(self._background_scan.open_paths)
        self._session.scheduler.schedule_outdated()
        count = sum(len(workspace.files_to_analyze(self._background_scan.open_paths)) for _, workspace in workspaces)
        async with self._progress.show("graphlint: checking the workspace", token, count >= PROGRESS_MINIMUM) as report:
            for _, workspace in workspaces:
                await self._background_scan.scan(workspace, report)
        return workspaces

    def _files(self, folder: Folder, workspace: Workspace) -> list[str]:
        """Return the files to report: not open, not in a nested workspace folder, and not a notebook, whose cells have no URI while it
        is closed."""
        open_paths = {document.path for document in self._session.documents}
        return [
            path
            for path in workspace.files or ()
            if path not in open_paths and not path.endswith(NOTEBOOK_SUFFIX) and self._session.folders.of_path(path) == folder
        ]

    async def _open_reports(self, known_ids: dict[str, str]) -> list[types.WorkspaceDocumentDiagnosticReport]:
        reports: list[types.WorkspaceDocumentDiagnosticReport] = []
        for program in self._session.scheduler.programs:
            await self._session.scheduler.outcome(program)
            for part in program.parts:
                report = self._open_documents.report(part.uri)
                if report is None:
                    continue
                if known_ids.get(part.uri) == report.result_id:
                    reports.append(types.WorkspaceUnchangedDocumentDiagnosticReport(part.uri, report.result_id, version=report.version))
                else:
                    full = types.WorkspaceFullDocumentDiagnosticReport(
                        part.uri, report.items, version=report.version, result_id=report.result_id
                    )
                    reports.append(full)
        return reports

    def _reports(self, results: Sequence[CheckResult], known_ids: dict[str, str]) -> Iterator[types.WorkspaceDocumentDiagnosticReport]:
        for item in results:
            uri = uri_of(item.name)
            items = reports_of_file(self._session, item)
            new_id = result_id(items)
            if known_ids.get(uri) == new_id:
                yield types.WorkspaceUnchangedDocumentDiagnosticReport(uri, new_id)
            elif items or uri in known_ids:
                yield types.WorkspaceFullDocumentDiagnosticReport(uri, items, result_id=new_id)

    def _is_gone(self, uri: str) -> bool:
        return self._session.documents.get(uri) is None
