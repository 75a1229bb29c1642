"""The shim against PyTorch on generated programs: whether they raise, where, in which words, and every gradient."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from .agreement import KINDS, difference, figures, run
from .generator import Program, generate
from .program_forms import write
from .shim_faults import FAULTS

COUNT = 2000

pytestmark = [
    pytest.mark.torch,
    pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs real PyTorch (torch==2.13.0), which is not installed"),
]


@pytest.fixture(scope="module")
def programs() -> list[Program]:
    """Always the same programs; agreement.py runs any others."""
    return [generate(number) for number in range(COUNT)]


@pytest.fixture(scope="module")
def written(programs: list[Program], tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, Path]]:
    """The programs as files."""
    return write(programs, tmp_path_factory.mktemp("programs"), "plain")


@pytest.fixture(scope="module")
def real(written: list[tuple[str, Path]], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What PyTorch does."""
    return run(written, tmp_path_factory.mktemp("real"), False, "together")


def test_the_shim_and_pytorch_agree(written: list[tuple[str, Path]], real: dict[str, Any], tmp_path: Path) -> None:
    """One disagreement would mean that a finding confirmed on the shim may not come true."""
    shim = run(written, tmp_path, True, "together")
    found = {name: words for name in real if (words := difference(real[name], shim[name]))}
    print(f"{len(real) - len(found)} of {len(real)} programs agree; {dict(figures(real))}")
    assert not found


@pytest.mark.parametrize("form", ["class", "files"])
def test_they_agree_on_other_forms(form: str, programs: list[Program], tmp_path: Path) -> None:
    """What stands in a class or in a second file is the same to both, and so is the file and line that raises."""
    written = write(programs[:500], tmp_path, form)
    shim, real = run(written, tmp_path, True, "together"), run(written, tmp_path, False, "together")
    assert not {name: words for name in real if (words := difference(real[name], shim[name]))}


def test_every_outcome_is_met_often(programs: list[Program], real: dict[str, Any]) -> None:
    """Agreement on programs that all end alike, or that never cross a loop, a call or an attribute, would show little."""
    counts = figures(real)
    for outcome in (*KINDS, "clean"):
        assert counts[outcome] >= len(programs) // 10
    assert sum(each.crosses for each in programs) >= len(programs) // 2


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_a_seeded_fault_is_caught(fault: str, written: list[tuple[str, Path]], real: dict[str, Any], tmp_path: Path) -> None:
    """A comparison that passes whatever the shim does would be worth nothing."""
    some = written[:300]
    shim = run(some, tmp_path, True, "together", fault)
    assert any(difference(real[name], shim[name]) for name, _ in some)


def test_the_same_number_gives_the_same_program() -> None:
    """A disagreement can be looked at again only if its number is enough to find it."""
    assert generate(17) == generate(17)
    assert generate(17).text != generate(18).text
