"""No state holds a value that refers to an object which its own heap lacks: such a value comes from another path.

One program of 25 is executed under the check; all are with `GRAPHLINT_TEST_ALL_HEAPS=1`, which takes some minutes.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from heap_check import DanglingReference, check_state, checked_heaps
from marked_programs import PROGRAMS

from graphlint.autograd.numbers import ObjectNumber
from graphlint.check.check_config import CheckConfig, FixMode
from graphlint.check.check_files import check_files
from graphlint.check.workers import CheckRequest
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Ref, Sequence
from graphlint.rule.registry import discover

PROJECTS = sorted(path for path in (Path(__file__).parent / "projects").iterdir() if path.is_dir())
STEP = 1 if os.environ.get("GRAPHLINT_TEST_ALL_HEAPS") else 25
CONFIG = CheckConfig(tuple(rule() for rule in discover().rules), fix_mode=FixMode.NONE)


def test_a_reference_of_another_state_is_found() -> None:
    """In a list in a tuple of a scope; the state from which it comes holds the object."""
    one, two = State(), State()
    for state in (one, two):
        state.put(ObjectNumber(1), Object("scope"))
    two.put(ObjectNumber(2), Object("list"))
    for state in (one, two):
        state.edit(ObjectNumber(1)).fields["pair"] = Sequence((Ref(ObjectNumber(2), "list"),))
    check_state(two, {})
    with pytest.raises(DanglingReference, match=r"object 1 \(scope\) refers to \[2\]"):
        check_state(one, {})


def failures(paths: list[Path]) -> list[str]:
    """Return the failures of a check of files, each with its own project."""
    request = CheckRequest(tuple(map(str, paths)))
    with checked_heaps():
        results = check_files(request, CONFIG, jobs=1)
    return [f"{result.failure.message}\n{result.failure.detail}" for result in results.values() if result.failure is not None]


def test_programs_refer_to_objects_of_their_own_state() -> None:
    assert failures(PROGRAMS[::STEP]) == []


@pytest.mark.parametrize("folder", PROJECTS[:: 1 if STEP == 1 else 12], ids=lambda path: path.name)
def test_projects_refer_to_objects_of_their_own_state(folder: Path) -> None:
    assert failures(sorted(folder.rglob("*.py"))) == []
