"""Findings in one file caused by another: suppressed at their line, and identified by it wherever the cause moves to."""

from __future__ import annotations

import pytest

from .conftest import Laboratory
from .example_project import STEPS, TRAIN

# In steps.py, because train.py calls it twice.
TWICE = "src/lab/steps.py:5 GL101"
SILENCED = STEPS.replace("loss.backward()", "loss.backward()  # noqa: GL101")
ONCE = TRAIN.replace("        finish(loss, optimizer)\n", "", 1)


def test_it_is_silenced_on_its_own_line(lab: Laboratory) -> None:
    """Not where it is brought from."""
    assert lab.found("src/lab", "--select", "GL1,GL001") == [TWICE]
    lab.put("src/lab/train.py", TRAIN.replace("finish(loss, optimizer)\n", "finish(loss, optimizer)  # noqa: GL101\n"))
    assert lab.found("src/lab", "--select", "GL1,GL001") == [
        "src/lab/steps.py:5 GL101",
        *(f"src/lab/train.py:{row} GL001" for row in (11, 12)),
    ]
    lab.put("src/lab/train.py", TRAIN)
    for text in (
        SILENCED,
        STEPS.replace("    loss.", "    # graphlint: ignore[double-backward]\n    loss."),
        f"# graphlint: ignore-file[GL101]\n{STEPS}",
    ):
        lab.put("src/lab/steps.py", text)
        assert lab.found("src/lab", "--select", "GL1,GL001") == []


def test_the_comment_is_needless_when_the_other_file_is_mended(lab: Laboratory) -> None:
    """As a run over both can tell; and --fix removes it."""
    lab.put("src/lab/steps.py", SILENCED)
    lab.put("src/lab/train.py", ONCE)
    assert lab.found("src/lab", "--select", "GL1,GL001") == ["src/lab/steps.py:5 GL001"]
    assert lab("src/lab", "--fix", "--select", "GL1,GL001").status == 0
    assert lab.text("src/lab/steps.py") == STEPS


@pytest.mark.parametrize(
    "text", [SILENCED, SILENCED.replace("noqa: GL101", "graphlint: ignore"), f"# graphlint: ignore-file[GL101]\n{STEPS}"]
)
def test_without_the_other_file_nobody_can_tell(lab: Laboratory, text: str) -> None:
    """A hook that names the changed file alone must not remove what the next run over the project needs."""
    lab.put("src/lab/steps.py", text)
    assert lab("src/lab/steps.py", "--fix", "--quiet").out == ""
    assert lab("-", "--stdin-filename", "src/lab/steps.py", stdin=text).status == 0
    assert lab.text("src/lab/steps.py") == text
    assert lab("src/lab", "--select", "GL1,GL001").status == 0
    called = f"{SILENCED}\n\nw = torch.nn.Parameter(torch.ones(2))\nfinish((w * w).sum(), torch.optim.SGD([w], lr=0.1))\n"
    lab.put("src/lab/steps.py", called)
    assert lab.found("src/lab/steps.py") == []
    assert lab.found("src/lab/steps.py", "--isolated-files") == ["src/lab/steps.py:5 GL001"]
    lab.put("src/lab/steps.py", STEPS.replace("import torch", "import torch  # noqa: GL101"))
    assert lab.found("src/lab/steps.py") == ["src/lab/steps.py:1 GL001", TWICE]


def test_it_is_known_by_its_line_when_lines_move_in_either_file(lab: Laboratory) -> None:
    """And new once its line is changed."""
    assert lab("src/lab", "--write-baseline", "known.json", "--select", "GL1").err == "note: wrote 1 finding to known.json\n"
    known = ("src/lab", "--baseline", "known.json", "--select", "GL1")
    lab.put("src/lab/steps.py", f"# moved\n\n{STEPS}")
    lab.put("src/lab/train.py", f"# moved, too\n{TRAIN}")
    assert (lab(*known).status, lab(*known).err) == (0, "")
    lab.put("src/lab/steps.py", STEPS.replace("loss.backward()", "loss.backward(None)"))
    assert lab.found(*known) == [TWICE]


def test_it_is_told_as_fixed_when_the_other_file_is_mended(lab: Laboratory) -> None:
    """But not by a run that has not looked at it."""
    lab("src/lab", "--write-baseline", "known.json", "--select", "GL1")
    assert lab("src/lab/steps.py", "--baseline", "known.json").err == ""
    lab.put("src/lab/train.py", ONCE)
    told = "note: 1 baseline entry no longer matches a finding; update the file with --write-baseline known.json\n"
    assert lab("src/lab", "--baseline", "known.json", "--select", "GL1").err == told


def test_a_new_caller_brings_nothing_new_to_a_known_line(lab: Laboratory) -> None:
    """The line is what has to be mended, however many call it; another line in the same function is a new one."""
    lab("src/lab", "--write-baseline", "known.json", "--select", "GL1")
    lab.put("src/lab/again.py", TRAIN)
    assert lab.found("src/lab", "--baseline", "known.json", "--select", "GL1") == []
