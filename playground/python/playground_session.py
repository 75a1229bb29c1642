"""Answers the playground: a check with pictures, and the explanation of a traceback. Requests and answers are JSON.

It runs in Python in the browser, and in tests in any Python.
"""

from __future__ import annotations

import json
from typing import Any

from graphlint.check.check_config import CheckConfig, ConfigResolver, FixMode
from graphlint.check.diagnostic import Diagnostic
from graphlint.check.evaluate import check_bytes
from graphlint.check.file_result import FileResult
from graphlint.check.pictured import Pictures
from graphlint.common.errors import GraphlintError
from graphlint.config.files import parse_toml, problems
from graphlint.config.resolve import Configuration
from graphlint.explain.explain import Request, explain
from graphlint.explain.parse_traceback import parse
from graphlint.pictures.svg import draw_svg
from graphlint.project.project import Project
from graphlint.report.explanation import as_object
from graphlint.report.json_format import finding_object
from graphlint.rule.registry import Registry, discover
from graphlint.source.open import Content

FILE = "code.py"
"""The name of the code in findings."""


class Session:
    """Answers requests; the rules are found once."""

    def __init__(self) -> None:
        self._registry: Registry = discover(())

    def answer(self, request: str) -> str:
        """Answer a request: `check` with the code, or `explain` with a traceback and the code. An error is an answer, too.

        Args:
            request: an object in JSON with `kind` ("check" or "explain"), `code`, and `settings` (TOML); `snippet` and `pictures` say
                whether a check completes what a fragment lacks, and whether it draws; `traceback` is the text to explain.
        """
        asked: dict[str, Any] = json.loads(request)
        try:
            answer = self._check(asked) if asked["kind"] == "check" else self._explain(asked)
        except GraphlintError as error:
            answer = {"error": str(error)}
        return json.dumps(answer)

    def _check(self, asked: dict[str, Any]) -> dict[str, Any]:
        settings = self._configuration(asked.get("settings", "")).of_folder(".").settings
        config = ConfigResolver(self._registry, FixMode.OFFER).config_for(settings, FILE)
        data, snippet = asked["code"].encode("utf-8", "surrogatepass"), asked.get("snippet", True)
        result = check_bytes(FILE, data, config, snippet=snippet)
        drawn = _pictures(result, data, config, snippet) if asked.get("pictures", True) else [""] * len(result.diagnostics)
        return {
            "findings": [_finding(item, picture) for item, picture in zip(result.diagnostics, drawn, strict=True)],
            "failures": [result.failure.message] if result.failure is not None else [],
            "assumed": list(result.assumed.sentences()) if result.assumed is not None else [],
        }

    def _explain(self, asked: dict[str, Any]) -> dict[str, Any]:
        code, traceback = asked["code"], asked["traceback"]
        request = Request(traceback, texts=dict.fromkeys(_paths_of(traceback, code), code))
        assumptions = self._configuration(asked.get("settings", "")).of_folder(".").settings.assumptions
        return as_object(explain(request, self._registry, assumptions))

    def _configuration(self, settings: str) -> Configuration:
        try:
            values = parse_toml(settings)
        except ValueError as error:
            raise GraphlintError(f"settings: {error}") from None
        for problem in problems(values):
            raise GraphlintError(f"settings: {problem}")
        return Configuration(isolated=True, registry=self._registry, inline=values)


def _pictures(result: FileResult, data: bytes, config: CheckConfig, snippet: bool) -> list[str]:
    """Return the picture of each finding as SVG, "" where nothing can be drawn."""
    if not result.diagnostics:
        return []
    pictures = Pictures(config, Project((FILE,), (), {FILE: data}, None, config.parser))
    lives = pictures.lives(Content(FILE, data, requested=True, snippet=snippet).source(), result.diagnostics)
    return ["" if life is None or not life.marks else draw_svg(life) for life in lives]


def _finding(diagnostic: Diagnostic, picture: str) -> dict[str, Any]:
    """Return a finding as the JSON report has it, with its picture and the diff of its fix."""
    return {**finding_object(diagnostic), "picture": picture, "diff": list(diagnostic.fix.diff) if diagnostic.fix is not None else []}


def _paths_of(traceback: str, code: str) -> list[str]:
    """Return the files of a traceback that the code may be: those with its lines; else all, if none has any."""
    frames = [frame for error in parse(traceback).errors for frame in error.frames if frame.path]
    lines = [line.strip() for line in code.split("\n")]
    paths = list(dict.fromkeys(frame.path for frame in frames))
    same = {frame.path for frame in frames if frame.text.strip() and frame.text.strip() in lines}
    return [path for path in paths if path in same] or paths
