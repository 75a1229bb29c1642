"""The answers of the tools, in the format for coding agents. Nothing is written; only `confirm` runs checked code.

What is imported here is needed by every answer; the engine is imported with the first check.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from graphlint.common.errors import GraphlintError

if TYPE_CHECKING:
    from graphlint.check.checker import Checker
    from graphlint.check.file_result import FileResult
    from graphlint.rule.registry import Registry

LONGEST_RUN = 120
"""The maximum number of seconds for which a program runs."""

MOST_OUTPUT = 20_000
"""The maximum number of characters of an answer to `confirm`."""


@cache
def registry() -> Registry:
    """Return the rules: the built-in ones and those of installed distributions."""
    from graphlint.rule.registry import discover  # noqa: PLC0415  as above

    return discover(["."])


def check_snippet(code: str, filename: str) -> str:
    """Check pasted code.

    Raises:
        GraphlintError: if a setting of the folder is invalid.
    """
    checker = _checker()
    return _report([checker.check_bytes(filename, code.encode("utf-8", "surrogatepass"), snippet=True)], (), piped=True)


def check_paths(paths: Sequence[str]) -> str:
    """Check files and directories.

    Raises:
        GraphlintError: if no path is given, or a setting is invalid.
    """
    if not paths:
        raise GraphlintError("expected a file or a directory")
    checker = _checker()
    found = checker.find(list(paths))
    folders = [path for path in paths if os.path.isdir(path)]  # noqa: PTH112  a path may be longer than the system allows
    results = checker.check(found.files, folders=folders, named=found.named)
    return _report(results, found.problems)


def explain_traceback(text: str) -> str:
    """Find the cause of a traceback.

    Raises:
        GraphlintError: if the text has no traceback.
    """
    from graphlint.common.big_stack import run_with_big_stack  # noqa: PLC0415  as above
    from graphlint.config.resolve import Configuration  # noqa: PLC0415
    from graphlint.explain.explain import Request, explain  # noqa: PLC0415
    from graphlint.report.explanation import agent_lines  # noqa: PLC0415

    settings = Configuration(registry=registry()).of_folder(".").settings
    found = run_with_big_stack(lambda: explain(Request(text), registry(), settings.assumptions))
    return _joined(agent_lines(found))


def rule(code: str) -> str:
    """Return the page of a rule, by its code or name.

    Raises:
        GraphlintError: if the rule is unknown.
    """
    from graphlint.common.spelling import suggestion  # noqa: PLC0415  as above
    from graphlint.config.settings import rule_words  # noqa: PLC0415
    from graphlint.report.rule_page import render_markdown  # noqa: PLC0415
    from graphlint.report.style import Style  # noqa: PLC0415
    from graphlint.rule.docs import page_of  # noqa: PLC0415

    found = registry().find(code)
    if found is None:
        raise GraphlintError(f"unknown rule {code!r}{suggestion(code, rule_words(registry()))}")
    return render_markdown([page_of(found)], Style(False))


def confirm(script: str, arguments: Sequence[str]) -> str:
    """Run a program in a process of its own, and say of each finding whether the run shows it.

    Raises:
        GraphlintError: if the program could not be run.
    """
    command = [sys.executable, "-I", "-m", "graphlint", "confirm", "--quiet", "--output-format", "agent"]
    command += ["--seconds", str(LONGEST_RUN), "--", script, *arguments]
    done = subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    text = done.stdout.decode("utf-8", "replace")
    if not text:
        raise GraphlintError(done.stderr.decode("utf-8", "replace").strip()[-MOST_OUTPUT:] or "the program could not be run")
    return text[:MOST_OUTPUT]


def _checker() -> Checker:
    """Return a checker under the settings of each file, without a cache."""
    from graphlint.check.check_config import ConfigResolver, FixMode  # noqa: PLC0415
    from graphlint.check.checker import Checker  # noqa: PLC0415
    from graphlint.config.resolve import Configuration  # noqa: PLC0415

    return Checker(ConfigResolver(registry(), FixMode.OFFER), Configuration(registry=registry()))


def _report(results: Sequence[FileResult], problems: Iterable[str], *, piped: bool = False) -> str:
    from graphlint.report.agent import report_lines  # noqa: PLC0415  as above
    from graphlint.report.report import Report  # noqa: PLC0415

    return _joined(report_lines(Report.of(results, errors=problems, piped=piped)))


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines)
