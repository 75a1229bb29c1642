"""Request handlers of a worker: each calls the engine's own functions, and results that the next request may need are cached.

A request is one record in `messages`, and one method here with its row in the table of handlers.
"""

from __future__ import annotations

import contextlib
import gc
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from typing import Any, TypeAlias, TypeVar, cast

from graphlint.check.analysis_memory import AnalysisMemory
from graphlint.check.check_config import CheckConfig, ConfigResolver, FixMode
from graphlint.check.evaluate import analyze_with_config, check_bytes, evaluate
from graphlint.check.file_analysis import FileAnalysis
from graphlint.check.file_result import FileResult
from graphlint.check.resolve_callers import MergedFindings, findings_by_file
from graphlint.common.big_stack import run_with_big_stack
from graphlint.common.errors import GraphlintError
from graphlint.common.failure import Failure
from graphlint.config.resolve import Configuration
from graphlint.explain.explain import NoTraceback, Request, explain
from graphlint.project.project import Project
from graphlint.project.text_search import calls_if_switching_grad_mode
from graphlint.report import explanation
from graphlint.report.explanation_page import page_of_explanation, page_of_snippet
from graphlint.report.json_format import finding_object
from graphlint.report.rule_page import render_markdown
from graphlint.report.style import Style
from graphlint.rule.built_in import SyntaxErrorRule
from graphlint.rule.docs import page_of
from graphlint.rule.registry import Registry, discover
from graphlint.rule.story import Story
from graphlint.rule.urls import address_of
from graphlint.server.workers import graph_messages, messages
from graphlint.server.workers.drawing import drawing_of
from graphlint.server.workers.messages import Analysis, CheckResult, FolderConfig, Message, Program
from graphlint.server.workers.program_analysis import ProgramAnalysis
from graphlint.server.workers.program_result import ProgramResult
from graphlint.server.workers.workspaces import Workspace
from graphlint.source.discovery import display
from graphlint.source.open import Content
from graphlint.source.source import NOTEBOOK_SUFFIX

Answer = TypeVar("Answer")
ProgramRequest: TypeAlias = messages.Check | messages.FindFixes | messages.FixAll | messages.AddNoqa | messages.DrawGraph

# Requests mostly concern the program that was checked last.
CACHED_RESULTS = 2
SNIPPET = "snippet.py"
"""The name of pasted code in its findings."""


class Engine:
    """State of one worker: settings, workspace folders, open texts and the results of the last programs.

    Args:
        checked_folders: the folders of the code that is checked; rules of distributions in them are ignored.
    """

    def __init__(self, checked_folders: Iterable[str] = ()) -> None:
        self._handlers = self._handlers_of_messages()
        self._registry: Registry = discover(checked_folders)
        self._resolvers = {fix_mode: ConfigResolver(self._registry, fix_mode) for fix_mode in (FixMode.NONE, FixMode.SHOW)}
        self._overlays: dict[str, bytes | str] = {}
        self._folder_files: dict[str, messages.SetFolderFiles] = {}
        self._workspaces: dict[FolderConfig, Workspace] = {}
        self._results: list[tuple[FolderConfig, ProgramResult]] = []
        self._memories: dict[tuple[FolderConfig, Program], AnalysisMemory] = {}

    def _handlers_of_messages(self) -> dict[type, Callable[[Any], object]]:
        rows = (
            _row(messages.SetFolderFiles, self._set_folder_files),
            _row(messages.SaveAnalyses, self._save_analyses),
            _row(messages.SetOverlays, self._set_overlays),
            _row(messages.FilesChanged, self._files_changed),
            _row(messages.Check, self._check),
            _row(graph_messages.DescribeGraphs, self._describe_graphs),
            _row(messages.FindFixes, self._find_fixes),
            _row(messages.AddNoqa, self._add_noqa),
            _row(messages.FixAll, self._fix_all),
            _row(messages.DrawGraph, self._draw_graph),
            _row(messages.ReadRulePages, self._read_rule_pages),
            _row(messages.ExplainTraceback, self._explain_traceback),
            _row(messages.FindFiles, self._find_files),
            _row(messages.LoadAnalyses, self._load_analyses),
            _row(messages.AnalyzeFiles, self._analyze_files),
            _row(messages.CheckFiles, self._check_files),
        )
        return dict(rows)

    def answer(self, request: messages.Request[Answer]) -> Answer:
        """Return the answer to a request."""
        handler = self._handlers[type(request)]
        return cast(Answer, run_with_big_stack(lambda: handler(request)))

    def notify(self, notice: messages.Notice) -> None:
        """Apply a notice."""
        self._handlers[type(notice)](notice)

    def collect_garbage(self) -> None:
        """Free unreachable objects; called while no request waits."""
        gc.collect()

    # Notices.

    def _set_folder_files(self, notice: messages.SetFolderFiles) -> None:
        self._folder_files[notice.config.folder] = notice
        if notice.config in self._workspaces:
            self._workspaces[notice.config].set_files(notice.paths)
        self._results = [entry for entry in self._results if entry[0] != notice.config]
        self._memories.clear()

    def _save_analyses(self, notice: messages.SaveAnalyses) -> None:
        with contextlib.suppress(GraphlintError):
            self._workspace(notice.config).save_analyses()

    def _set_overlays(self, notice: messages.SetOverlays) -> None:
        stale: set[str] = set()
        for name, text in notice.contents:
            if text is None:
                self._overlays.pop(name, None)
            else:
                self._overlays[name] = text
            for workspace in self._workspaces.values():
                stale |= workspace.set_overlay(name, text)
        self._discard_results(stale)
        self._discard_memories(name for name, _ in notice.contents)

    def _files_changed(self, notice: messages.FilesChanged) -> None:
        stale: set[str] = set()
        for path in notice.paths:
            for workspace in self._workspaces.values():
                stale |= {path, *workspace.discard(path)}
        if notice.settings:
            self._workspaces.clear()
            self._results.clear()
            self._memories.clear()
        self._discard_results(stale)
        self._discard_memories(notice.paths)

    # Requests.

    def _check(self, request: messages.Check) -> CheckResult:
        name = request.program.name
        try:
            result = self._result(request)
        except GraphlintError as error:
            return CheckResult(name, problem=messages.SettingsProblem.of(error))
        if result is None:
            return CheckResult(name)
        program = result.program
        return _check_result(name, result.file_result, Analysis(program.file_analysis, calls_if_switching_grad_mode(program.content.data)))

    def _describe_graphs(self, request: graph_messages.DescribeGraphs) -> graph_messages.GraphInfo:
        try:
            program = self._program(request.program, request.config)
        except GraphlintError:
            return graph_messages.GraphInfo()
        return graph_messages.GraphInfo() if program is None else program.graph_info

    def _find_fixes(self, request: messages.FindFixes) -> messages.Fixes:
        result = self._result_or_none(request)
        return messages.Fixes() if result is None else result.fixes(request.identities)

    def _add_noqa(self, request: messages.AddNoqa) -> messages.Edits:
        result = self._result_or_none(request)
        return messages.Edits() if result is None else result.noqa_edits(request.identity)

    def _fix_all(self, request: messages.FixAll) -> messages.Edits:
        result = self._result_or_none(request)
        check_config = self._workspace(request.config).program_config(request.program, FixMode.SHOW) if result is not None else None
        if result is None or check_config is None:
            return messages.Edits()
        return messages.Edits("Fix all safe findings", tuple(result.fix_all_edits(_config_in_context(check_config, request))))

    def _draw_graph(self, request: messages.DrawGraph) -> messages.Drawing:
        result = self._result_or_none(request)
        life = result.life(request.identity) if result is not None else None
        return messages.Drawing() if life is None else drawing_of(life)

    def _read_rule_pages(self, request: messages.ReadRulePages) -> messages.RulePages:
        del request
        style = Style()
        return messages.RulePages(
            tuple(
                messages.RulePage(
                    code=rule.code,
                    name=rule.name,
                    summary=page.summary,
                    markdown=render_markdown([page], style),
                    address=address_of(rule.code, rule.name),
                    is_drawn=rule.story is not Story.PLACES,
                )
                for rule in self._registry.rules
                for page in (page_of(rule),)
            ),
            (*self._registry.problems, *self._registry.ignored),
        )

    def _explain_traceback(self, request: messages.ExplainTraceback) -> messages.TracebackExplanation:
        texts = {display(name): text for name, text in self._overlays.items() if not name.endswith(NOTEBOOK_SUFFIX)}
        try:
            settings = Configuration(registry=self._registry).of_folder(request.folder).settings
            found = explain(Request(request.text, request.folder, None, texts), self._registry, settings.assumptions)
        except NoTraceback as error:
            return self._explain_snippet(request, str(error))
        except GraphlintError as error:
            return messages.TracebackExplanation(problem=str(error))
        page = page_of_explanation(found)
        return messages.TracebackExplanation(json.dumps(explanation.as_object(found)), json.dumps(asdict(page)), page.markdown())

    def _explain_snippet(self, request: messages.ExplainTraceback, problem: str) -> messages.TracebackExplanation:
        """Check a text without a traceback as pasted code; it has the problem if it is not code, or broken."""
        settings = Configuration(registry=self._registry).of_folder(request.folder).settings
        config = ConfigResolver(self._registry, FixMode.OFFER).config_for(settings, SNIPPET)
        result = check_bytes(SNIPPET, request.text.encode("utf-8", "replace"), config, snippet=True)
        if result.failure is not None or any(item.code == SyntaxErrorRule.code for item in result.diagnostics):
            return messages.TracebackExplanation(problem=problem)
        page = page_of_snippet(result)
        found = {"findings": [finding_object(item) for item in result.diagnostics]}
        return messages.TracebackExplanation(json.dumps(found), json.dumps(asdict(page)), page.markdown())

    def _find_files(self, request: messages.FindFiles) -> messages.FolderFiles:
        try:
            return self._workspace(request.config).find_files()
        except GraphlintError as error:
            return messages.FolderFiles((), messages.SettingsProblem.of(error))

    def _load_analyses(self, request: messages.LoadAnalyses) -> messages.AnalyzedFiles:
        analyses: tuple[Analysis, ...] = ()
        with contextlib.suppress(GraphlintError):
            loaded = self._workspace(request.config).load_analyses(request.files)
            analyses = tuple(
                Analysis(file_analysis, calls_if_switching_grad_mode(Content.read(file_analysis.path).data)) for file_analysis in loaded
            )
        return messages.AnalyzedFiles(analyses)

    def _analyze_files(self, request: messages.AnalyzeFiles) -> messages.AnalyzedFiles:
        analyses, problems = [], []
        for path in request.paths:
            try:
                content, check_config, project = self._file(path, request.config)
            except GraphlintError as error:
                problems.append(messages.SettingsProblem.of(error))
                analyses.append(Analysis(FileAnalysis(path, failure=Failure(path, str(error)))))
                continue
            file_analysis = FileAnalysis(path) if check_config is None else analyze_with_config(content, check_config, project)
            with contextlib.suppress(GraphlintError):  # errors in settings are reported by FindFiles
                self._workspace(request.config).add_analysis(file_analysis, content)
            analyses.append(Analysis(file_analysis, calls_if_switching_grad_mode(content.data)))
        return messages.AnalyzedFiles(tuple(analyses), tuple(problems))

    def _check_files(self, request: messages.CheckFiles) -> messages.CheckResults:
        return messages.CheckResults(tuple(self._check_file(file_analysis, request) for file_analysis in request.file_analysis))

    def _check_file(self, file_analysis: FileAnalysis, request: messages.CheckFiles) -> CheckResult:
        path = file_analysis.path
        try:
            content, check_config, project = self._file(path, request.config)
        except GraphlintError as error:
            return CheckResult(path, failure=str(error))
        if check_config is None:
            return CheckResult(path)
        check_config = _config_in_context(check_config, request)
        joined = findings_by_file((*(caller for caller in request.context.callers if caller.path != path), file_analysis), check_config)
        result = evaluate(content, file_analysis, joined.get(path, MergedFindings()), check_config, project)
        return _check_result(path, result, Analysis(file_analysis))

    # Cached state.

    def _workspace(self, config: FolderConfig) -> Workspace:
        """Return the workspace folder of a configuration.

        Raises:
            UsageError: if the client names an unknown rule.
        """
        if config not in self._workspaces:
            workspace = self._workspaces[config] = Workspace(config, self._registry, self._resolvers, self._overlays)
            notice = self._folder_files.get(config.folder)
            workspace.set_files(notice.paths if notice is not None and notice.config == config else ())
        return self._workspaces[config]

    def _file(self, path: str, config: FolderConfig) -> tuple[Content, CheckConfig | None, Project]:
        """Return the content of a file, its plan (None if its settings exclude it), and its project.

        Raises:
            GraphlintError: if the file cannot be read or its settings are invalid.
        """
        workspace, program = self._workspace(config), Program(path, "")
        return Content.read(path), workspace.check_config(program), workspace.project_of(program)

    def _program(self, program: Program, config: FolderConfig, file_analysis: FileAnalysis | None = None) -> ProgramAnalysis | None:
        """Return the analysis of a program; None if its settings exclude it.

        Raises:
            GraphlintError: if its settings are invalid.
        """
        for cached_config, cached in self._results:
            if cached_config == config and cached.program.program == program:
                return cached.program
        workspace = self._workspace(config)
        check_config = workspace.check_config(program)
        if check_config is None:
            return None
        return ProgramAnalysis(program, check_config, workspace.project_of(program), file_analysis, self._memory(config, program))

    def _memory(self, config: FolderConfig, program: Program) -> AnalysisMemory | None:
        """Return the last analysis of a program; None for a notebook, whose cells change their places."""
        if program.cells is not None:
            return None
        key = config, replace(program, text="")
        found = self._memories.pop(key, None) or AnalysisMemory()
        self._memories = dict([*self._memories.items(), (key, found)][-CACHED_RESULTS:])
        return found

    def _result(self, request: ProgramRequest) -> ProgramResult | None:
        """Return the result of a program in the context of its callers; None if its settings exclude it.

        Raises:
            GraphlintError: if its settings are invalid.
        """
        file_analysis = None
        if isinstance(request, messages.Check):
            file_analysis = request.file_analysis
            self._results = [entry for entry in self._results if not _is_outdated(entry, request)]
        program = self._program(request.program, request.config, file_analysis)
        if program is None:
            return None
        for _, cached in self._results:
            if cached.program is program and cached.context == request.context:
                return cached
        result = ProgramResult(program, request.context, _config_in_context(program.check_config, request))
        others = [entry for entry in self._results if entry[1].program is not program]
        self._results = [*others, (request.config, result)][-CACHED_RESULTS:]
        return result

    def _result_or_none(
        self, request: messages.FindFixes | messages.FixAll | messages.AddNoqa | messages.DrawGraph
    ) -> ProgramResult | None:
        """Return the result of a program; errors in its settings were reported by its check."""
        try:
            return self._result(request)
        except GraphlintError:
            return None

    def _discard_memories(self, changed: Iterable[str]) -> None:
        """Discard the last analyses of programs after a change of other files."""
        names = set(changed)
        self._memories = {key: memory for key, memory in self._memories.items() if names <= {key[1].name}}

    def _discard_results(self, stale: set[str]) -> None:
        self._results = [entry for entry in self._results if entry[1].program.program.name not in stale]


def _config_in_context(check_config: CheckConfig, request: ProgramRequest | messages.CheckFiles) -> CheckConfig:
    """Return a plan that reports unused suppressions only if all callers are known: an unknown caller may need them."""
    return check_config.with_complete_folders([request.config.folder]) if request.context.is_complete else check_config


def _check_result(name: str, result: FileResult, analysis: Analysis) -> CheckResult:
    failure = result.failure
    message, detail = (failure.message, failure.detail) if failure is not None else ("", "")
    return CheckResult(name, result.diagnostics, message, detail, analysis=analysis)


def _is_outdated(entry: tuple[FolderConfig, ProgramResult], request: messages.Check) -> bool:
    """Return whether a cached result rests on another analysis than the one that the server holds."""
    config, result = entry
    program = result.program
    return config == request.config and program.program == request.program and not program.is_consistent_with(request.file_analysis)


def _row(kind: type[Message[Answer]], handler: Callable[[Any], Answer]) -> tuple[type, Callable[[Any], object]]:
    """Return a row of the table of handlers; type checkers hold that the handler returns the message's answer."""
    return kind, handler
