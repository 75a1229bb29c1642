"""The example programs are the first thing that a newcomer checks: each shows what its first line says, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support import Run

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
SECOND_TIME = "Trying to backward through the graph a second time"
# Each program: the findings as (code, the line it stands on), and what PyTorch raises on the first of these lines.
EXPECTED: dict[str, tuple[list[tuple[str, str]], str]] = {
    "actor_critic.py": ([("GL104", "actor_loss.backward()")], "has been modified by an inplace operation"),
    "adversarial.py": ([("GL101", "generator_loss.backward()")], SECOND_TIME),
    "all_is_well.py": ([], ""),
    "character_model.py": ([("GL103", "loss.backward()")], SECOND_TIME),
    "classifier.py": ([("GL202", "total += loss"), ("GL301", "scores = model(inputs)")], ""),
    "pose_fitting.py": ([("GL102", "error.backward()")], SECOND_TIME),
    "two_tasks.py": ([("GL201", "label_loss.backward(retain_graph=True)")], ""),
}


def test_every_example_is_known() -> None:
    """An example that no test knows may show anything."""
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_an_example_shows_what_it_is_for(run: Run, name: str) -> None:
    """Each finding on its line, and no other."""
    lines = (EXAMPLES / name).read_text().splitlines()
    found = json.loads(run(EXAMPLES / name, "--isolated", "--no-cache", "--output-format", "json").out)
    assert [(entry["code"], lines[entry["location"]["row"] - 1].strip()) for entry in found] == EXPECTED[name][0]


@pytest.mark.torch
@pytest.mark.parametrize("name", EXPECTED)
def test_real_pytorch_agrees(name: str) -> None:
    """What is said to raise raises there, in these words; everything else runs to its end."""
    findings, words = EXPECTED[name]
    done = subprocess.run([sys.executable, "-I", EXAMPLES / name], capture_output=True, text=True, check=False)
    if words:
        assert done.returncode == 1
        assert words in done.stderr
        assert findings[0][1] in done.stderr
    else:
        assert (done.returncode, done.stderr) == (0, "")
