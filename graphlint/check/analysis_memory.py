"""The last analysis of a file in an editor: the results of the functions that a change of the text does not affect are reused.

The result is that of an analysis of the whole text. Only runs without findings are reused: messages name lines, which a change may shift.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from graphlint.autograd.run import Run
from graphlint.check.definition_changes import DefinitionChange, FileState, change_between, statements_of
from graphlint.check.file_analysis import RootResult
from graphlint.check.line_mapping import shift_root
from graphlint.engine.roots.root_memory import RootMemory, RootRecord
from graphlint.ir.instructions import FunctionId
from graphlint.libraries.assumptions import Assumptions
from graphlint.project.dependencies import Dependencies
from graphlint.project.project import Project
from graphlint.rule.base import Rule
from graphlint.source.source import Source

OnRecall: TypeAlias = "Callable[[Run, DefinitionChange], None]"
"""Callback for runs that are reused: receives the run and the change of the text since it was executed."""


@dataclass(frozen=True, slots=True)
class KeptResult:
    """The result of a recorded run; `starts` are the first lines of the file's statements in the text that was executed."""

    found: RootResult
    starts: tuple[int, ...]


@dataclass(slots=True)
class Session:
    """An analysis in progress: the runs that it may reuse, and those that a later one may.

    `change` is what has changed since the last analysis, None if nothing can be reused.
    """

    path: str
    settings: tuple[object, ...]
    state: FileState
    roots: RootMemory
    on_recall: OnRecall
    change: DefinitionChange | None = None
    kept: dict[RootRecord, KeptResult] = field(default_factory=dict)
    dependencies: Dependencies = field(default_factory=Dependencies)

    def recall(self, record: RootRecord) -> RootResult:
        """Return the result of a run that is not executed."""
        kept = self.kept[record]
        self.on_recall(record.run, DefinitionChange(kept.starts, self.state.starts, frozenset()))
        return kept.found

    def keep(self, record: RootRecord | None, root_result: RootResult) -> None:
        """Keep the result of a run for a later analysis, unless it has findings."""
        if record is not None and not root_result.findings:
            self.kept[record] = KeptResult(root_result, self.state.starts)


@dataclass(slots=True)
class AnalysisMemory:
    """The last analysis of one file. It is valid only as long as no other file changes."""

    on_recall: OnRecall = field(default=lambda _run, _change: None)
    _last: Session | None = None

    def begin(self, source: Source, tree: ast.Module, project: Project, rules: Sequence[Rule], assumptions: Assumptions | None) -> Session:
        """Start an analysis of a text."""
        last, self._last = self._last, None
        state = FileState(
            statements_of(tree, source, last.state if last is not None else None),
            project.file_evidence(source.path),
            project.relevant_names(source.path),
        )
        settings = (*map(type, rules), assumptions)
        session = Session(path=source.path, settings=settings, state=state, roots=RootMemory(), on_recall=self.on_recall)
        if last is not None and last.settings == settings:
            session.dependencies = last.dependencies
            change = change_between(last.state, state)
            if change is not None:
                _add_recallable(session, last, change)
        return session

    def end(self, session: Session, project: Project) -> None:
        """Make an analysis the last one. What was reused depends on the files on which the earlier analyses depended."""
        dependencies = project.dependencies(session.path)
        before = session.dependencies
        joined = dependencies.joined(before)
        if session.change is not None:
            project.note(session.path, joined)
        session.dependencies = joined if session.change is not None else dependencies
        # A file that imports this one may use any of its definitions.
        if not project.is_imported_by(session.path, session.dependencies.files):
            self._last = session


def _add_recallable(session: Session, last: Session, change: DefinitionChange) -> None:
    """Make the recorded runs of an earlier analysis available that a change does not affect."""
    session.change = change
    recallable: dict[tuple[int, bool], RootRecord] = {}
    for record in last.roots.records:
        kept = last.kept.get(record)
        lines = [line for path, line in record.entered if path == session.path]
        if kept is None or any(map(change.affects, (record.line, *lines))):
            continue
        shifted = _shift_record(record, session.path, change)
        session.kept[shifted] = KeptResult(replace(kept.found, root=shift_root(kept.found.root, session.path, change.line)), kept.starts)
        recallable[shifted.line, shifted.start.last] = shifted
    session.roots = RootMemory(recallable, tuple(last.roots.effects), last.roots.numbers)


def _shift_record(record: RootRecord, path: str, change: DefinitionChange) -> RootRecord:
    entered = {FunctionId(file, change.line(line) if file == path else line): calls for (file, line), calls in record.entered.items()}
    return replace(record, line=change.line(record.line), entered=entered)
