"""A program that is rewritten without a change of what it does has the same findings."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from marked_programs import OK, PROGRAMS

from metamorphic.comparison import Original
from metamorphic.measure import Row, measured, shown
from metamorphic.rewritings import REWRITINGS
from metamorphic.rewritings.rewriting import PROGRAM, marked

EVERY = 50
# The share of equal programs that each rewriting has to reach.
EQUAL = 0.99

SCRIPT = '''\
"""A script without torch that has something for each rewriting."""

from dataclasses import dataclass


@dataclass
class Loss:
    value: int

    def backward(self):
        print("backward", self.value)


class Model:
    def __init__(self, weight=2):
        self.weight = weight

    def __call__(self, x):
        return Loss(self.weight * x)

    def eval(self):
        print("eval", self.weight)


def report(total, names):
    text = ", ".join(f"{name}: {total}" for name in names)
    return text


model = Model(weight=3)
total, history = 0, []
for number in range(1, 4):
    loss = model(number)
    loss.backward()
    total += loss.value
    history.append([value for value in (total, number)])
shown = report(total, ["a", "b"])
model.eval()
if __name__ == "__main__":
    print(shown, history)
'''


def output(folder: Path, files: Mapping[str, str]) -> str:
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    # The folder is named, as the tests may themselves run with PYTHONSAFEPATH, which the program inherits.
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, PROGRAM]
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return run.stdout


@pytest.mark.parametrize("name", REWRITINGS)
def test_rewriting_changes_the_text_and_not_the_output(name: str, tmp_path: Path) -> None:
    """The rewriting applies to the script, changes it, and the script prints the same."""
    files = REWRITINGS[name](marked(SCRIPT))
    assert files is not None
    texts = {file: module.code for file, module in files.items()}
    assert texts != {PROGRAM: marked(SCRIPT).code}
    assert output(tmp_path / "new", texts) == output(tmp_path / "old", {PROGRAM: SCRIPT})


@pytest.fixture(scope="module")
def sample() -> Mapping[str, Row]:
    return measured(PROGRAMS[::EVERY])


@pytest.mark.parametrize("name", REWRITINGS)
def test_findings_are_equal(name: str, sample: Mapping[str, Row]) -> None:
    """A finding is on the statement that it is on in the original, and no error is gained; `measure.py` compares all programs."""
    row = sample[name]
    assert row.programs
    assert row.errors_gained == []
    differing = [f"{item.program}: lost {shown(item.lost)} gained {shown(item.gained)}" for item in row.differences]
    # Two more, as a sample is small.
    assert len(differing) <= 2 + (1 - EQUAL) * row.programs, differing


@pytest.mark.parametrize("name", ["names", "comments", "docstrings"])
def test_fixes_are_equal(name: str) -> None:
    """Names and comments decide about no fix."""
    marked_bad = [path for path in PROGRAMS if not path.stem.endswith(OK)]
    bad = [Original(path) for path in marked_bad[:: 4 * EVERY]]
    both = [(original.name, original.fixes(), original.fixes(REWRITINGS[name])) for original in bad]
    assert [program for program, old, new in both if new is not None and old != new] == []


def test_a_changed_program_is_a_difference() -> None:
    """A rewriting that removes the mistake loses its finding."""
    path = next(path for path in PROGRAMS if path.parent.name == "gl101" and not path.stem.endswith(OK))
    original = Original(path)
    assert original.findings
    difference = original.difference(lambda module: {PROGRAM: module.with_changes(body=[])})
    assert difference is not None
    assert (difference.lost, difference.gained) == (original.findings, frozenset())
