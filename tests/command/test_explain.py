"""`graphlint explain`, as people and scripts use it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support import Run

DATA = Path(__file__).resolve().parents[1] / "explain"
README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
MARK = re.compile(r"  # <- [\w, -]+$", re.MULTILINE)


@pytest.fixture
def crashed(project: Path) -> Path:
    """A program in train.py and the traceback that it has written to train.log."""
    name = "features_before_loop"
    (project / "train.py").write_text(MARK.sub("", (DATA / "programs" / "silent" / f"{name}.py").read_text(encoding="utf-8")))
    log = (DATA / "tracebacks" / f"{name}.txt").read_text(encoding="utf-8")
    (project / "train.log").write_text(MARK.sub("", log.replace(f"programs/silent/{name}.py", "train.py")))
    return project


def test_the_readme_shows_real_output(run: Run, crashed: Path) -> None:
    """Line by line."""
    block = re.search(r"^    \$ graphlint explain train\.log\n((?:    .*\n)+)", README, re.MULTILINE)
    assert block
    shown = run("explain", "train.log").out.splitlines()
    for line in block[1].splitlines():
        assert line[4:].rstrip() in shown


def test_exit_status_says_if_the_cause_is_known(run: Run, crashed: Path) -> None:
    """0 explained, 1 not found, 2 there is not a traceback."""
    assert run("explain", "train.log").status == 0
    (crashed / "other.log").write_text('Traceback (most recent call last):\n  File "train.py", line 1, in <module>\nKeyError: 1\n')
    assert run("explain", "other.log").status == 1
    (crashed / "empty.log").write_text("epoch 1\n")
    empty = run("explain", "empty.log")
    assert empty.status == 2
    assert "no traceback found" in empty.err
    assert run("explain", "nowhere.log").status == 2


def test_json_is_one_object(run: Run, crashed: Path) -> None:
    """With the keys that the documentation lists."""
    found = json.loads(run("explain", "--output-format", "json", "train.log").out)
    assert found["code"] == "GL102"
    assert found["raised"] == {"filename": str(crashed / "train.py"), "row": 14}
    assert [(cause["role"], cause["row"]) for cause in found["causes"]] == [("built", 10), ("freed", 14)]
    assert found["url"].endswith("forward-outside-loop.md")
    documented = set(
        re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", (DATA.parents[1] / "docs/explain.md").read_text(), re.MULTILINE)))
    )
    assert set(found) <= documented


def test_the_traceback_is_read_from_standard_input(crashed: Path) -> None:
    """Without a file, or for `-`."""
    for arguments in ((), ("-",)):
        done = subprocess.run(
            [sys.executable, "-m", "graphlint", "explain", *arguments],
            input=(crashed / "train.log").read_bytes(), capture_output=True, check=False, cwd=crashed,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert b"GL102" in done.stdout


FAILING = """import sys
class Loss:
    def backward(self):
        raise RuntimeError("Trying to backward through the graph a second time")
print("on standard output")
print("warning: slow", file=sys.stderr)
loss = Loss()
loss.backward()
"""


def launched(crashed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "graphlint", "explain", *arguments], capture_output=True, text=True, check=False, cwd=crashed, timeout=120
    )


def test_a_command_is_run_and_its_end_explained(crashed: Path) -> None:
    """Its output is passed on as it is."""
    (crashed / "fails.py").write_text(FAILING)
    done = launched(crashed, "--", sys.executable, "fails.py")
    assert "on standard output" in done.stdout
    assert "warning: slow" in done.stderr
    assert "fails.py:4:9" in done.stdout
    assert "RuntimeError: Trying to backward" in done.stdout


def test_a_command_that_succeeds_has_nothing_to_explain(crashed: Path) -> None:
    """And is not a failure."""
    done = launched(crashed, "--", sys.executable, "-c", "print('done')")
    assert (done.returncode, done.stdout) == (0, "done\n")
    assert "nothing to explain" in done.stderr


def test_a_command_that_does_not_end_is_ended(crashed: Path) -> None:
    """After the given time."""
    done = launched(crashed, "--seconds", "1", "--", sys.executable, "-c", "import threading; threading.Event().wait()")
    assert done.returncode == 2
    assert "--seconds" in done.stderr


@pytest.mark.parametrize("arguments", [("--",), ("a.log", "b.log"), ("a.log", "--", "true"), ("--", "no-such-command-here")])
def test_wrong_arguments_are_named(run: Run, crashed: Path, arguments: tuple[str, ...]) -> None:
    """The run fails, and says why."""
    found = run("explain", *arguments)
    assert found.status == 2
    assert found.err.startswith("error: ")


def test_control_characters_of_the_traceback_are_shown(run: Run, crashed: Path) -> None:
    """They must not steer the terminal."""
    (crashed / "odd.log").write_text(
        'Traceback (most recent call last):\n  File "train.py", line 1, in <module>\nKeyError: \x1b]0;title\x07\x9b31m\n'
    )
    assert "\x9b" not in run("explain", "odd.log").out
    assert "\x1b" not in run("explain", "odd.log").out


def test_the_output_of_a_notebook_is_a_traceback(run: Run, project: Path) -> None:
    """The cells are those of the same notebook."""
    text = "import torch\nw = torch.ones(2, requires_grad=True)\nloss = w.exp().sum()\nloss.backward()\nloss.backward()"
    traceback = [
        "\x1b[0;31m---------------------------------------------------------------------------\x1b[0m",
        "\x1b[0;31mRuntimeError\x1b[0m                              Traceback (most recent call last)",
        "Cell \x1b[0;32mIn[1], line 5\x1b[0m\n\x1b[1;32m      4\x1b[0m loss.backward()\n\x1b[0;32m----> 5\x1b[0m loss.backward()\n",
        "\x1b[0;31mRuntimeError\x1b[0m: Trying to backward through the graph a second time.",
    ]
    output = {"output_type": "error", "ename": "RuntimeError", "evalue": "", "traceback": traceback}
    cell = {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [output], "source": text}
    (project / "a.ipynb").write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    found = json.loads(run("explain", "--output-format", "json", "a.ipynb").out)
    assert [(cause["role"], cause["cell"], cause["row"]) for cause in found["causes"]] == [("built", 1, 3), ("freed", 1, 4)]
