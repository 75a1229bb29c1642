"""The files that `scripts/generate.py` writes are current, and a stale one is noticed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from graphlint.rule.registry import discover

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "rules"


def check(root: Path) -> tuple[int, str]:
    """Exit status and errors of `scripts/generate.py --check` in a copy of the repository."""
    command = [sys.executable, str(root / "scripts" / "generate.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=root / "tests")
    return done.returncode, done.stderr


@pytest.mark.slow
def test_generated_files_are_current() -> None:
    """They are read on the web, where nothing generates them."""
    assert check(ROOT) == (0, "")


def test_stale_missing_and_extra_files_are_reported(tmp_path: Path) -> None:
    """A check that accepts any file would prove nothing."""
    for name in ("scripts", "tests", "docs", "rules", "graphlint", "examples"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "programs"))
    (tmp_path / "tests" / "programs").mkdir()
    shutil.copy(ROOT / "tests" / "programs" / "exceptions.tsv", tmp_path / "tests" / "programs")
    (tmp_path / "vscode-extension" / "schemas").mkdir(parents=True)
    shutil.copy(ROOT / "vscode-extension" / "schemas" / "settings.json", tmp_path / "vscode-extension" / "schemas")
    pages = tmp_path / "docs" / "rules"
    (pages / "double-backward.md").write_text("stale", encoding="utf-8")
    (pages / "stored-graph.md").unlink()
    (pages / "removed-rule.md").write_text("extra", encoding="utf-8")
    status, errors = check(tmp_path)
    assert status == 1
    reported = {line.partition(" ")[0] for line in errors.splitlines()}
    assert {f"docs/rules/{name}.md" for name in ("double-backward", "stored-graph", "removed-rule")} <= reported
    assert reported.isdisjoint({"graphlint/graphlint.schema.json", "vscode-extension/schemas/settings.json"})


def test_each_rule_has_a_page_with_its_facts() -> None:
    """A finding links to the page by the rule's name."""
    rules = [rule for rule in discover().rules if rule.__module__.startswith("graphlint.")]
    assert {path.stem for path in PAGES.glob("*.md")} == {"README", *(rule.name for rule in rules)}
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    for rule in rules:
        text = (PAGES / f"{rule.name}.md").read_text(encoding="utf-8")
        assert f"\n# {rule.name} ({rule.code})\n" in text
        default = "on" if rule.default else "off"
        assert re.search(
            rf"^\| {rule.code} \| {rule.severity.value} \| {default} \| (none|safe|unsafe|safe or unsafe) \|", text, re.MULTILINE
        )
        assert "\n## Not reported when\n\n- " in text
        assert f"[{rule.name}]({rule.name}.md)" in index
