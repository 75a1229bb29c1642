"""Coding agents as readers of a check: their tools set a variable of the environment, and read standard output through a pipe."""

from __future__ import annotations

from collections.abc import Mapping

VARIABLES = ("AGENT", "CLAUDECODE", "CURSOR_AGENT", "GEMINI_CLI", "CODEX_SANDBOX")
"""The variables of which coding agents set one to a value that is not empty."""


def variable_of_agent(environment: Mapping[str, str]) -> str | None:
    """Return the variable by which a coding agent shows itself; None if there is none."""
    return next((name for name in VARIABLES if environment.get(name)), None)
