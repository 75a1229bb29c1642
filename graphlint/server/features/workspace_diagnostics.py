"""Diagnostics of all files in the workspace folders, for a client that asks: in parts as they come, with progress, cancelled when asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types

from graphlint.server.checks import SCANNING
from graphlint.server.features.diagnostics import Diagnostics
from graphlint.server.features.progress import Progress
from graphlint.server.reports import reports_of_file, result_id
from graphlint.server.session import Session
from graphlint.server.uris import NOTEBOOK_SUFFIX, uri_of
from graphlint.server.workers import records
from graphlint.server.workers.pool import WorkerDied, WorkerFault
from graphlint.server.workers.records import Checked, Rules

FILES_AT_A_TIME = 8
# Below so many files nobody wants to see progress.
WORTH_PROGRESS = 32


@dataclass(frozen=True)
class Mark:
    """What tells whether a file on the disk is still the one that was checked."""

    modified: int
    size: int
    rules: Rules


class WorkspaceDiagnostics:
    """The diagnostics of files that are not open, remembered for as long as the files stay as they are.

    Args:
        session: the connection.
        open_ones: the diagnostics of those that are.
        progress: tells how far a scan has come.
        send_part: sends a part of an answer.
    """

    def __init__(
        self,
        session: Session,
        open_ones: Diagnostics,
        progress: Progress,
        send_part: Callable[[types.ProgressToken, types.WorkspaceDiagnosticReportPartialResult], None],
    ) -> None:
        self._session = session
        self._open_ones = open_ones
        self._progress = progress
        self._send_part = send_part
        self._known: dict[str, tuple[Mark, Checked]] = {}
        session.checks.on_outcome.append(lambda program, _: self.changed(program.path))

    def forget(self) -> None:
        """Forget all results: settings have changed, on which they rest."""
        self._known.clear()

    def changed(self, path: str | None) -> None:
        """Forget the results that rest on a file, which has changed.

        Args:
            path: the file.
        """
        for name in [name for name, (_, checked) in self._known.items() if path in checked.reads or path in checked.missing]:
            del self._known[name]

    async def pull(self, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        """The diagnostics of all files, as far as they are not those that the client has already."""
        before = {item.uri: item.value for item in params.previous_result_ids}
        answer: list[types.WorkspaceDocumentDiagnosticReport] = []
        seen: set[str] = set()

        def give(part: Sequence[types.WorkspaceDocumentDiagnosticReport]) -> None:
            if part and params.partial_result_token is not None:
                self._send_part(params.partial_result_token, types.WorkspaceDiagnosticReportPartialResult(list(part)))
            else:
                answer.extend(part)

        of_open_texts = await self._of_open_texts(before)
        seen.update(item.uri for item in of_open_texts)
        give(of_open_texts)
        waiting: list[tuple[Rules, Sequence[str]]] = []
        for folder in self._session.folders.all:
            options = self._session.folders.options(folder)
            if folder.path is None or not options.enabled:
                continue
            rules = options.rules(folder.path)
            files = await self._files(rules)
            seen.update(uri_of(path) for path in files)
            waiting += [(rules, files[start : start + FILES_AT_A_TIME]) for start in range(0, len(files), FILES_AT_A_TIME)]
        await self._scan(waiting, before, give, params.work_done_token)
        give([types.WorkspaceFullDocumentDiagnosticReport(uri, []) for uri in before if uri not in seen and self._is_gone(uri)])
        return types.WorkspaceDiagnosticReport(answer)

    async def _scan(
        self,
        waiting: Sequence[tuple[Rules, Sequence[str]]],
        before: dict[str, str],
        give: Callable[[Sequence[types.WorkspaceDocumentDiagnosticReport]], None],
        token: types.ProgressToken | None,
    ) -> None:
        """Check what is not known yet, and give out everything."""
        marks = {path: mark for rules, paths in waiting for path in paths if (mark := _mark(path, rules)) is not None}
        unknown = {path for path, mark in marks.items() if self._known.get(path, (None,))[0] != mark}
        done = 0
        async with self._progress.of("graphlint: checking the workspace", token, len(unknown) >= WORTH_PROGRESS) as report:
            for rules, paths in waiting:
                stale = [path for path in paths if path in unknown]
                if stale:
                    for checked in await self._check(stale, rules):
                        self._known[checked.name] = (marks[checked.name], checked)
                    done += len(stale)
                    report(done, len(unknown))
                give(list(self._reports(paths, before)))
        for path in [path for path in self._known if path not in marks]:
            del self._known[path]

    async def _files(self, rules: Rules) -> list[str]:
        """The files of a folder that are not open; cells of notebooks have no place in a file that is not open."""
        try:
            found = await self._session.pool.ask(records.FindFiles(rules), records.Files, SCANNING)
        except (WorkerDied, WorkerFault) as error:
            self._session.notices.failure(rules.folder, f"{rules.folder} cannot be looked through", str(error))
            return []
        if found.problem:
            self._session.notices.problem(found.problem)
        is_open = {document.path for document in self._session.documents}
        return [path for path in found.paths if path not in is_open and not path.endswith(NOTEBOOK_SUFFIX)]

    async def _check(self, paths: Sequence[str], rules: Rules) -> Sequence[Checked]:
        """What comes of files; those of a worker that dies are checked one by one, so that one of them alone is to blame."""
        try:
            found = await self._session.pool.ask(records.CheckFiles(tuple(paths), rules), records.CheckedFiles, SCANNING)
        except (WorkerDied, WorkerFault) as error:
            if len(paths) > 1:
                return [checked for path in paths for checked in await self._check([path], rules)]
            message = f"internal error in {paths[0]}; please report it with the file"
            detail = str(error) if isinstance(error, WorkerFault) else ""
            self._session.notices.failure(paths[0], message, detail)
            return [Checked(paths[0], failure=message)]
        for checked in found.results:
            if checked.failure:
                self._session.notices.failure(checked.name, checked.failure, checked.detail)
        return found.results

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

    def _reports(self, paths: Sequence[str], before: dict[str, str]) -> Iterator[types.WorkspaceDocumentDiagnosticReport]:
        for path in paths:
            known = self._known.get(path)
            if known is None:
                continue
            uri = uri_of(path)
            items = reports_of_file(self._session, known[1])
            told = result_id(items)
            if before.get(uri) == told:
                yield types.WorkspaceUnchangedDocumentDiagnosticReport(uri, told)
            elif items or uri in before:
                yield types.WorkspaceFullDocumentDiagnosticReport(uri, items, result_id=told)

    def _is_gone(self, uri: str) -> bool:
        return self._session.documents.get(uri) is None


def _mark(path: str, rules: Rules) -> Mark | None:
    """What tells a file; None if it is gone."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return Mark(found.st_mtime_ns, found.st_size, rules)
