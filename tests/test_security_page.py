"""docs/security.md names the tests that hold its promises: each of them exists."""

from __future__ import annotations

import re
from pathlib import Path

from graphlint.cli.commands import COMMANDS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def rows() -> list[list[str]]:
    """The rows of the tables of promises: attempt, promise, tests."""
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [row for row in cells if len(row) == 3 and row[0] not in ("attempt", "command") and not row[0].startswith("`")]


def test_each_promise_names_tests() -> None:
    assert len(rows()) > 15
    assert [row[0] for row in rows() if not re.search(r"`(?:test_\w+|\w+\.test\.ts)`", row[2])] == []


def test_each_named_test_exists() -> None:
    """A test that is renamed or deleted leaves a promise that nothing holds."""
    python = {
        name for path in (ROOT / "tests").rglob("test_*.py") for name in re.findall(r"def (test_\w+)\(", path.read_text(encoding="utf-8"))
    }
    extension = {path.name for path in (ROOT / "vscode-extension" / "tests").rglob("*.test.ts")}
    assert set(re.findall(r"`(test_\w+)`", PAGE)) - python == set()
    assert set(re.findall(r"`(\w+\.test\.ts)`", PAGE)) - extension == set()


def test_each_command_is_named() -> None:
    """What a new command reads and runs is part of the page."""
    table = PAGE.partition("## The author")[0]
    assert [name for name in COMMANDS if f"`{name}" not in table] == []
