"""The samples of marked programs: they have each rule, and `.ci/nightly` runs the tests that take them over all programs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from marked_programs import EVERY, OK, PROGRAMS, QUICK, name_of, sampled

TESTS = Path(__file__).parent


@pytest.fixture(autouse=True)
def sampling(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests may be run with either variable."""
    monkeypatch.delenv(EVERY, raising=False)
    monkeypatch.delenv(QUICK, raising=False)


def test_each_rule_has_programs_in_a_sample() -> None:
    """Of few programs, one is taken, too."""
    assert {path.parent for path in sampled(PROGRAMS, 1000, 1)} == {path.parent for path in PROGRAMS}
    assert len(PROGRAMS) / 5 < len(sampled(PROGRAMS, 5, 1)) < len(PROGRAMS) / 5 + 100


def test_a_twin_comes_with_its_program() -> None:
    """A rule that reports everything, or nothing, differs on one of them. The last one of a folder may come alone."""
    names = {name_of(path) for path in sampled(PROGRAMS, 4, 1)}
    every = set(map(name_of, PROGRAMS))
    alone = [name for name in names if (twin := name.replace(".py", f"{OK}.py")) in every and twin not in names]
    assert len({name.partition("/")[0] for name in alone}) == len(alone)


def test_a_new_program_changes_little() -> None:
    """Else each change would be tested on other programs than the one before it."""
    before, after = (set(sampled(paths, 4, 1)) for paths in (PROGRAMS[1:], PROGRAMS))
    assert len(before ^ after) <= 2


def test_the_variables_select_more_and_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of the nightly run, the other of `scripts/dev.py test`."""
    monkeypatch.setenv(QUICK, "1")
    assert sampled(PROGRAMS, 1, 7) == sampled(PROGRAMS, 7, 7)
    monkeypatch.setenv(EVERY, "1")
    assert sampled(reversed(PROGRAMS), 4, 7) == PROGRAMS


def test_what_takes_a_sample_is_run_over_everything() -> None:
    """By its mark; a helper of several tests has none itself, and a module with one has a test that is marked."""
    unmarked = []
    for path in TESTS.rglob("test_*.py"):
        if path.is_relative_to(TESTS / "programs") or path == Path(__file__):
            continue
        nodes = list(ast.walk(ast.parse(path.read_bytes())))
        marked = any(ast.unparse(node) == "pytest.mark.sampled" for node in nodes if isinstance(node, ast.Attribute))
        imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "marked_programs"]
        if any(item.name in ("sampled", "EVERY") for node in imports for item in node.names) and not marked:
            unmarked.append(path.name)
    assert unmarked == []
