"""What a worker does: it answers requests by the engine's own functions, and remembers what the next request may ask for again."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable
from typing import Any, TypeAlias

from graphlint.check.check_config import CheckConfig, FixMode
from graphlint.check.evaluate import analyze_with_config, evaluate
from graphlint.check.failure import Failure
from graphlint.check.file_analysis import Content, FileAnalysis
from graphlint.check.file_findings import findings_by_file
from graphlint.check.file_result import FileResult
from graphlint.check.resolve_callers import MergedFindings
from graphlint.check.resolve_config import ConfigResolver
from graphlint.common.big_stack import run_with_big_stack
from graphlint.common.errors import GraphlintError
from graphlint.project.project import Project
from graphlint.project.text_search import calls_if_switching_grad_mode
from graphlint.report.rule_page import render_markdown
from graphlint.report.style import Style
from graphlint.rule.docs import page_of
from graphlint.rule.registry import Registry, discover
from graphlint.rule.urls import address_of
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Checked, Program, Rules, Survey
from graphlint.server.workers.program_analysis import Examination
from graphlint.server.workers.program_result import Inspection
from graphlint.server.workers.workspaces import Workspace

Judging: TypeAlias = messages.Check | messages.CheckFiles | messages.OfferFixes | messages.FixAll | messages.Silence
"""What is asked of findings in the light of other files."""

# What is asked next is mostly about the program that was checked last.
REMEMBERED = 2


class Engine:
    """The engine as one worker holds it."""

    def __init__(self) -> None:
        self._registry: Registry = discover()
        self._planners = {fixing: ConfigResolver(self._registry, fixing) for fixing in (FixMode.NONE, FixMode.SHOW)}
        self._buffers: dict[str, bytes | str] = {}
        self._together: dict[str, messages.Together] = {}
        self._workspaces: dict[Rules, Workspace] = {}
        self._inspections: list[tuple[Rules, Inspection]] = []
        self._answers: dict[type, Callable[[Any], object]] = {
            messages.Check: self._check,
            messages.Tell: self._tell,
            messages.OfferFixes: self._offer,
            messages.FixAll: self._fix_all,
            messages.Silence: self._silence,
            messages.ReadPages: self._pages,
            messages.FindFiles: self._find,
            messages.RecallFiles: self._recall,
            messages.SurveyFiles: self._survey,
            messages.CheckFiles: self._check_files,
        }

    def answer(self, request: messages.Request) -> object:
        """Answer a request.

        Args:
            request: the request.
        """
        return run_with_big_stack(lambda: self._answers[type(request)](request))

    def note(self, notice: messages.Notice) -> None:
        """Take note of a change.

        Args:
            notice: what has changed.
        """
        stale: set[str] = set()
        if isinstance(notice, messages.Together):
            self._together[notice.rules.folder] = notice
            if notice.rules in self._workspaces:
                self._workspaces[notice.rules].take(notice.paths)
            self._inspections = [item for item in self._inspections if item[0] != notice.rules]
        elif isinstance(notice, messages.Remember):
            with contextlib.suppress(GraphlintError):
                self._workspace(notice.rules).remember()
        elif isinstance(notice, messages.Buffers):
            for name, text in notice.contents:
                if text is None:
                    self._buffers.pop(name, None)
                else:
                    self._buffers[name] = text
                for workspace in self._workspaces.values():
                    stale |= workspace.overlay(name, text)
        else:
            for path in notice.paths:
                for workspace in self._workspaces.values():
                    stale |= {path, *workspace.forget(path)}
            if notice.settings:
                self._workspaces.clear()
                self._inspections.clear()
        self._inspections = [item for item in self._inspections if item[1].examination.program.name not in stale]

    def tidy(self) -> None:
        """Free what nobody can reach, while nobody waits."""
        gc.collect()

    # What is remembered.

    def _workspace(self, rules: Rules) -> Workspace:
        """A workspace folder.

        Raises:
            UsageError: if the client names a rule that there is not.
        """
        if rules not in self._workspaces:
            made = self._workspaces[rules] = Workspace(rules, self._registry, self._planners, self._buffers)
            together = self._together.get(rules.folder)
            made.take(together.paths if together is not None and together.rules == rules else ())
        return self._workspaces[rules]

    def _inspection(self, request: messages.Check | messages.OfferFixes | messages.FixAll | messages.Silence) -> Inspection | None:
        """A program looked into beside those that call it; None if its settings leave it out.

        Raises:
            GraphlintError: if its settings are wrong.
        """
        known = None
        if isinstance(request, messages.Check):
            known = request.examined
            self._inspections = [item for item in self._inspections if not _outlived(item, request)]
        examination = self._examination(request.program, request.rules, known)
        if examination is None:
            return None
        for _, found in self._inspections:
            if found.examination is examination and found.context == request.context:
                return found
        made = Inspection(examination, request.context, _judging(examination.plan, request))
        others = [item for item in self._inspections if item[1].examination is not examination]
        self._inspections = [*others, (request.rules, made)][-REMEMBERED:]
        return made

    def _examination(self, program: Program, rules: Rules, known: FileAnalysis | None = None) -> Examination | None:
        """A program examined; None if its settings leave it out.

        Raises:
            GraphlintError: if its settings are wrong.
        """
        for by, found in self._inspections:
            if by == rules and found.examination.program == program:
                return found.examination
        workspace = self._workspace(rules)
        plan = workspace.plan(program)
        return None if plan is None else Examination(program, plan, workspace.project_of(program), known)

    # Answers.

    def _check(self, request: messages.Check) -> Checked:
        name = request.program.name
        try:
            inspection = self._inspection(request)
        except GraphlintError as error:
            return Checked(name, problem=str(error))
        if inspection is None:
            return Checked(name)
        examination = inspection.examination
        survey = Survey(examination.examined, calls_if_switching_grad_mode(examination.content.data))
        return _checked(name, inspection.result, survey)

    def _tell(self, request: messages.Tell) -> messages.Facts:
        try:
            examination = self._examination(request.program, request.rules)
        except GraphlintError:
            return messages.Facts()
        return messages.Facts() if examination is None else examination.facts

    def _offer(self, request: messages.OfferFixes) -> messages.Offers:
        inspection = self._quiet_inspection(request)
        return messages.Offers() if inspection is None else messages.Offers(tuple(inspection.offers(request.identities)))

    def _silence(self, request: messages.Silence) -> messages.Edits:
        inspection = self._quiet_inspection(request)
        return messages.Edits() if inspection is None else inspection.silenced(request.identity)

    def _fix_all(self, request: messages.FixAll) -> messages.Edits:
        inspection = self._quiet_inspection(request)
        plan = self._workspace(request.rules).own_plan(request.program, FixMode.SHOW) if inspection is not None else None
        if inspection is None or plan is None:
            return messages.Edits()
        return messages.Edits("Fix all safe findings", tuple(inspection.fixed(_judging(plan, request))))

    def _pages(self, request: messages.ReadPages) -> messages.Pages:
        del request
        style = Style()
        return messages.Pages(
            tuple(
                messages.RulePage(rule.code, rule.name, page.summary, render_markdown([page], style), address_of(rule.code, rule.name))
                for rule in self._registry.rules
                for page in (page_of(rule),)
            )
        )

    def _find(self, request: messages.FindFiles) -> messages.Files:
        try:
            return self._workspace(request.rules).find()
        except GraphlintError as error:
            return messages.Files((), str(error))

    def _recall(self, request: messages.RecallFiles) -> messages.Surveyed:
        surveys: tuple[Survey, ...] = ()
        with contextlib.suppress(GraphlintError):
            found = self._workspace(request.rules).recalled(request.files)
            surveys = tuple(Survey(item, calls_if_switching_grad_mode(Content.read(item.path).data)) for item in found)
        return messages.Surveyed(surveys)

    def _survey(self, request: messages.SurveyFiles) -> messages.Surveyed:
        surveys, problems = [], []
        for path in request.paths:
            try:
                content, plan, project = self._on_disk(path, request.rules)
            except GraphlintError as error:
                problems.append(str(error))
                surveys.append(Survey(FileAnalysis(path, failure=Failure(path, str(error)))))
                continue
            examined = FileAnalysis(path) if plan is None else analyze_with_config(content, plan, project)
            with contextlib.suppress(GraphlintError):  # what is wrong with settings is told by the search for files
                self._workspace(request.rules).note(examined, content)
            surveys.append(Survey(examined, calls_if_switching_grad_mode(content.data)))
        return messages.Surveyed(tuple(surveys), tuple(problems))

    def _check_files(self, request: messages.CheckFiles) -> messages.CheckedFiles:
        return messages.CheckedFiles(tuple(self._check_file(item, request) for item in request.examined))

    def _check_file(self, examined: FileAnalysis, request: messages.CheckFiles) -> Checked:
        path = examined.path
        try:
            content, plan, project = self._on_disk(path, request.rules)
        except GraphlintError as error:
            return Checked(path, failure=str(error))
        if plan is None:
            return Checked(path)
        plan = _judging(plan, request)
        joined = findings_by_file((*(item for item in request.context.examined if item.path != path), examined), plan)
        result = evaluate(content, examined, joined.get(path, MergedFindings()), plan, project)
        return _checked(path, result, Survey(examined))

    def _on_disk(self, path: str, rules: Rules) -> tuple[Content, CheckConfig | None, Project]:
        """What a file holds, how it is checked (None if its settings leave it out), and the project that it belongs to.

        Raises:
            GraphlintError: if it cannot be read, or its settings are wrong.
        """
        workspace, program = self._workspace(rules), Program(path, "")
        return Content.read(path), workspace.plan(program), workspace.project_of(program)

    def _quiet_inspection(self, request: messages.OfferFixes | messages.FixAll | messages.Silence) -> Inspection | None:
        """The program looked into; what is wrong with its settings was told when it was checked."""
        try:
            return self._inspection(request)
        except GraphlintError:
            return None


def _judging(plan: CheckConfig, request: Judging) -> CheckConfig:
    """How something is judged by a plan: where all callers are known, a comment that silences nothing is of no use to any of them."""
    return plan.with_complete_folders([request.rules.folder]) if request.context.whole else plan


def _checked(name: str, result: FileResult, survey: Survey) -> Checked:
    failure = result.failure
    message, detail = (failure.message, failure.detail) if failure is not None else ("", "")
    return Checked(name, result.diagnostics, message, detail, survey=survey)


def _outlived(item: tuple[Rules, Inspection], request: messages.Check) -> bool:
    """Whether a program is remembered as the server no longer takes it to be."""
    rules, found = item
    examination = found.examination
    return rules == request.rules and examination.program == request.program and not examination.holds(request.examined)
