"""What a worker does: it answers requests by the engine's own functions, and remembers what the next request may ask for again."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from graphlint.addresses import address_of
from graphlint.configuration.resolving import Configuration
from graphlint.deep import with_deep_stack
from graphlint.discover_rules import Registry, discover
from graphlint.discovery import find_files
from graphlint.errors import GraphlintError
from graphlint.pages import page_of
from graphlint.planning import Planner
from graphlint.plans import Fixing, Plan
from graphlint.project.project import Project
from graphlint.project.tracing import Dependencies
from graphlint.reporting.explanation import render_markdown
from graphlint.reporting.style import Style
from graphlint.results import FileResult
from graphlint.runner import check_file
from graphlint.server.workers import records
from graphlint.server.workers.inspection import Inspection, checked_with, fixed_edits
from graphlint.server.workers.records import Checked, Program, Rules
from graphlint.settings import Settings, require_known

# What is asked next is mostly about the program that was checked last.
REMEMBERED = 2


class Engine:
    """The engine as one worker holds it."""

    def __init__(self) -> None:
        self._registry: Registry = discover()
        self._planners = {fixing: Planner(self._registry, fixing) for fixing in (Fixing.NONE, Fixing.SHOW)}
        self._configurations: dict[Rules, Configuration] = {}
        self._buffers: dict[str, bytes | str] = {}
        self._projects: dict[str, Project] = {}
        self._inspections: dict[tuple[Program, Rules], Inspection] = {}
        self._answers: dict[type, Callable[[Any], object]] = {
            records.Check: self._check,
            records.Tell: self._tell,
            records.OfferFixes: self._offer,
            records.FixAll: self._fix_all,
            records.Silence: self._silence,
            records.ReadPages: self._pages,
            records.FindFiles: self._find,
            records.CheckFiles: self._check_files,
        }

    def answer(self, request: records.Request) -> object:
        """Answer a request.

        Args:
            request: the request.
        """
        return with_deep_stack(lambda: self._answers[type(request)](request))

    def note(self, notice: records.Notice) -> None:
        """Take note of a change.

        Args:
            notice: what has changed.
        """
        self._inspections.clear()
        if isinstance(notice, records.Buffers):
            for name, text in notice.contents:
                if text is None:
                    self._buffers.pop(name, None)
                else:
                    self._buffers[name] = text
                for project in self._projects.values():
                    project.overlay(name, text)
            return
        for path in notice.paths:
            for project in self._projects.values():
                project.forget(path)
        if notice.settings:
            self._configurations.clear()
            self._projects.clear()

    def tidy(self) -> None:
        """Free what nobody can reach, while nobody waits."""
        gc.collect()

    # Settings.

    def _configuration(self, rules: Rules) -> Configuration:
        """The settings files as they hold under what a client says."""
        if rules not in self._configurations:
            self._configurations[rules] = _configuration(rules, self._registry)
        return self._configurations[rules]

    def _settings(self, rules: Rules, name: str, on_disk: bool) -> Settings:
        """The settings of a program.

        Raises:
            GraphlintError: if a settings file is wrong, or a selector names no rule.
        """
        configuration = self._configuration(rules)
        in_force = configuration.of_file(name) if on_disk else configuration.of_folder(rules.folder or os.path.dirname(__file__))
        settings = in_force.settings
        if in_force.file is None and rules.folder:
            # What is imported is looked for in the folder that the editor has open, not where the server happens to run.
            settings = replace(settings, src=(rules.folder,))
        return settings

    def _plan(self, program: Program, rules: Rules, fixing: Fixing = Fixing.NONE) -> Plan | None:
        """How to check a program; None if its settings leave it out."""
        settings = self._settings(rules, program.name, program.on_disk)
        if program.on_disk and settings.excludes(program.name):
            return None
        return self._planners[fixing].plan(settings, program.name if program.on_disk else "")

    def _project(self, program: Program, rules: Rules) -> Project:
        """The project that a program belongs to: its workspace folder, as the open texts have it."""
        if not program.on_disk:
            return Project((program.name,))
        if rules.folder not in self._projects:
            self._projects[rules.folder] = Project((), [rules.folder] if rules.folder else (), dict(self._buffers))
        return self._projects[rules.folder]

    def _inspection(self, program: Program, rules: Rules) -> Inspection | None:
        """The program looked into; None if there is nothing to look into."""
        key = (program, rules)
        if key not in self._inspections:
            plan = self._plan(program, rules)
            if plan is None:
                return None
            while len(self._inspections) >= REMEMBERED:
                del self._inspections[next(iter(self._inspections))]
            self._inspections[key] = Inspection(program, plan, self._project(program, rules))
        return self._inspections[key]

    # Answers.

    def _check(self, request: records.Check) -> Checked:
        name = request.program.name
        try:
            inspection = self._inspection(request.program, request.rules)
        except GraphlintError as error:
            return Checked(name, problem=str(error))
        return Checked(name) if inspection is None else _checked(name, inspection.result, inspection.dependencies)

    def _tell(self, request: records.Tell) -> records.Facts:
        inspection = self._quiet_inspection(request.program, request.rules)
        return records.Facts() if inspection is None else inspection.facts

    def _offer(self, request: records.OfferFixes) -> records.Offers:
        inspection = self._quiet_inspection(request.program, request.rules)
        return records.Offers() if inspection is None else records.Offers(tuple(inspection.offers(request.identities)))

    def _silence(self, request: records.Silence) -> records.Edits:
        inspection = self._quiet_inspection(request.program, request.rules)
        return records.Edits() if inspection is None else inspection.silenced(request.identity)

    def _fix_all(self, request: records.FixAll) -> records.Edits:
        try:
            plan = self._plan(request.program, request.rules, Fixing.SHOW)
        except GraphlintError:
            return records.Edits()
        if plan is None:
            return records.Edits()
        result = checked_with(request.program, plan, self._project(request.program, request.rules))
        return records.Edits("Fix all safe findings", tuple(fixed_edits(result)))

    def _pages(self, request: records.ReadPages) -> records.Pages:
        del request
        style = Style()
        return records.Pages(
            tuple(
                records.RulePage(rule.code, rule.name, page.summary, render_markdown([page], style), address_of(rule.name))
                for rule in self._registry.rules
                for page in (page_of(rule),)
            )
        )

    def _find(self, request: records.FindFiles) -> records.Files:
        folder = request.rules.folder
        try:
            git = bool(self._configuration(request.rules).of_folder(folder).value("respect-gitignore"))
            found = find_files([folder], git=git)
            files = tuple(path for path in found.files if not self._settings(request.rules, path, True).excludes(path))
        except GraphlintError as error:
            return records.Files((), str(error))
        return records.Files(files)

    def _check_files(self, request: records.CheckFiles) -> records.CheckedFiles:
        results: list[Checked] = []
        for path in request.paths:
            try:
                plan = self._plan(Program(path, ""), request.rules)
            except GraphlintError as error:
                results.append(Checked(path, problem=str(error)))
                continue
            if plan is None:
                results.append(Checked(path))
                continue
            project = self._project(Program(path, ""), request.rules)
            result = check_file(path, plan, project)
            results.append(_checked(path, result, project.dependencies(path) if result.analyzed else Dependencies()))
        return records.CheckedFiles(tuple(results))

    def _quiet_inspection(self, program: Program, rules: Rules) -> Inspection | None:
        """The program looked into; what is wrong with its settings was told when it was checked."""
        try:
            return self._inspection(program, rules)
        except GraphlintError:
            return None


def _configuration(rules: Rules, registry: Registry) -> Configuration:
    """The settings that hold under what a client says.

    Raises:
        UsageError: if the client names a rule that there is not.
    """
    for name, words in (("select", rules.select), ("ignore", rules.ignore), ("extendSelect", rules.extend_select)):
        require_known(words or (), f"the editor's setting graphlint.{name}", registry)
    told: dict[str, Sequence[str]] = {}
    if rules.select is not None:
        told["select"] = list(rules.select)
    if rules.ignore:
        told["ignore"] = list(rules.ignore)
    if rules.extend_select:
        told["extend-select"] = list(rules.extend_select)
    file = os.path.join(rules.folder, os.path.expanduser(rules.configuration)) if rules.configuration else None
    return Configuration(told, file, registry=registry)


def _checked(name: str, result: FileResult, needs: Dependencies) -> Checked:
    failure = result.failure
    message, detail = (failure.message, failure.detail) if failure is not None else ("", "")
    return Checked(name, result.diagnostics, message, detail, reads=needs.read, missing=needs.missing)
