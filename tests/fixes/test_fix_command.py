"""The command changes what it was asked to change, whole, and nothing else."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import Run

RETAINED = """import torch

x = torch.ones(2, requires_grad=True)  # leaf: ä
x.exp().sum().backward(retain_graph=True)  # once
"""
FIXED = RETAINED.replace("retain_graph=True", "")
# A finding with an unsafe fix alone.
UNCALLED = """import torch

model = torch.nn.Linear(2, 1)
model.train
model(torch.ones(1, 2)).mean().backward()
"""
CALM = ("--isolated", "--no-cache")


@pytest.fixture
def retained(project: Path) -> Path:
    path = project / "retained.py"
    path.write_text(RETAINED, encoding="utf-8")
    return path


def test_fix_writes_and_reports_what_is_left(run: Run, retained: Path) -> None:
    """Nothing is left here."""
    done = run(retained.name, "--fix", *CALM)
    assert (done.status, done.out, done.err) == (0, "No findings in 1 file. 1 finding fixed.\n", "")
    assert retained.read_text(encoding="utf-8") == FIXED


def test_without_fix_nothing_is_written(run: Run, retained: Path) -> None:
    """A checker that changes files unasked is not trusted twice."""
    before = retained.stat()
    done = run(retained.name, *CALM)
    assert done.status == 1
    assert "= fix: Remove `retain_graph=True`" in done.out
    assert done.out.endswith("[*] 1 fixable with --fix.\n")
    assert (retained.read_text(encoding="utf-8"), retained.stat().st_mtime_ns) == (RETAINED, before.st_mtime_ns)


def test_diff_shows_what_fix_would_do(run: Run, retained: Path) -> None:
    """It can be applied by patch, and the status says that there is something to apply."""
    done = run(retained.name, "--diff", *CALM)
    assert done.status == 1
    assert done.out.startswith("--- retained.py\n+++ retained.py\n@@ -1,4 +1,4 @@\n")
    assert "\n-x.exp().sum().backward(retain_graph=True)  # once\n+x.exp().sum().backward()  # once\n" in done.out
    assert done.err == "note: 1 finding would be fixed\n"
    quiet = run(retained.name, "--diff", "--quiet", *CALM)
    assert (quiet.status, quiet.out, quiet.err) == (1, done.out, "")
    assert retained.read_text(encoding="utf-8") == RETAINED


def test_diff_of_nothing_is_nothing(run: Run, project: Path) -> None:
    """What needs no fix passes."""
    (project / "fixed.py").write_text(FIXED, encoding="utf-8")
    done = run("fixed.py", "--diff", *CALM)
    assert (done.status, done.out, done.err) == (0, "", "")


def test_diff_of_a_file_without_a_last_line_break(run: Run, retained: Path) -> None:
    """Patch needs to be told."""
    retained.write_text(RETAINED.rstrip("\n"), encoding="utf-8")
    done = run(retained.name, "--diff", *CALM)
    assert done.out.count("\\ No newline at end of file\n") == 2


def test_fix_only_says_how_many_it_has_fixed(run: Run, retained: Path, project: Path) -> None:
    """And nothing of what remains, for those who fix in one step and look in another."""
    (project / "uncalled.py").write_text(UNCALLED, encoding="utf-8")
    done = run(".", "--fix-only", *CALM)
    assert (done.status, done.out, done.err) == (0, "", "note: 1 finding fixed\n")
    assert run(".", "--fix-only", *CALM).err == ""
    assert retained.read_text(encoding="utf-8") == FIXED
    assert (project / "uncalled.py").read_text(encoding="utf-8") == UNCALLED


@pytest.mark.parametrize("option", ["--fix", "--add-noqa"])
def test_a_full_disk_is_named_and_the_findings_remain(run: Run, retained: Path, monkeypatch: pytest.MonkeyPatch, option: str) -> None:
    """The file is as it was, and what was found in it is reported."""
    before = retained.read_bytes()

    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("graphlint.common.whole_files.tempfile.mkstemp", full)
    done = run(retained.name, option, *CALM)
    assert done.status == 2
    assert "retained.py: cannot be changed: No space left on device; make room on the disk\n" in done.err
    assert ("GL201" in done.out) is (option == "--fix")
    assert retained.read_bytes() == before


def test_quiet_says_nothing_of_fixes(run: Run, retained: Path) -> None:
    """Findings and errors only."""
    assert run(retained.name, "--diff", "--quiet", *CALM).err == ""


def test_show_fixes_lists_them(run: Run, retained: Path) -> None:
    """Each with its place, its rule and what was done."""
    done = run(retained.name, "--fix", "--show-fixes", *CALM)
    assert done.err == "Fixed 1 finding:\n- retained.py\n    4:1 GL201[needless-retain-graph] Remove `retain_graph=True`\n"


def test_show_fixes_of_a_diff(run: Run, retained: Path) -> None:
    """What would be done is not said to be done."""
    done = run(retained.name, "--diff", "--show-fixes", *CALM)
    assert done.err.startswith("Would fix 1 finding:\n")
    assert retained.read_text(encoding="utf-8") == RETAINED


def test_unsafe_fixes_have_to_be_asked_for(run: Run, project: Path) -> None:
    """They may change what is computed."""
    path = project / "uncalled.py"
    path.write_text(UNCALLED, encoding="utf-8")
    told = run(path.name, "--select", "GL303", *CALM)
    assert told.out.endswith("1 fixable with --fix --unsafe-fixes.\n")
    assert run(path.name, "--fix", "--select", "GL303", *CALM).status == 1
    assert path.read_text(encoding="utf-8") == UNCALLED
    assert run(path.name, "--fix", "--unsafe-fixes", "--select", "GL303", *CALM).status == 0
    assert path.read_text(encoding="utf-8") == UNCALLED.replace("model.train\n", "model.train()\n")


def test_a_rule_that_is_not_selected_fixes_nothing(run: Run, retained: Path) -> None:
    """Only what is reported is fixed."""
    assert run(retained.name, "--fix", "--select", "GL1", *CALM).status == 0
    assert retained.read_text(encoding="utf-8") == RETAINED


@pytest.mark.parametrize(
    ("head", "encoding"),
    [(b"", "utf-8"), (b"\xef\xbb\xbf", "utf-8"), (b"# -*- coding: latin-1 -*-\n", "latin-1"), (b"# coding: utf-8-sig\n", "utf-8")],
)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_everything_else_stays_byte_for_byte(run: Run, project: Path, head: bytes, encoding: str, ends: str) -> None:
    """Byte order marks, encodings and line ends too."""
    path = project / "bytes.py"

    def written(text: str) -> bytes:
        return (head.decode("latin-1").replace("\n", ends).encode("latin-1")) + text.replace("\n", ends).encode(encoding)

    path.write_bytes(written(RETAINED))
    assert run(path.name, "--fix", *CALM).status == 0
    assert path.read_bytes() == written(FIXED)


def test_a_link_stays_a_link(run: Run, retained: Path, project: Path) -> None:
    """The file that it leads to is changed, with its permissions as they were."""
    retained.chmod(0o640)
    (project / "sub").mkdir()
    link = project / "sub" / "link.py"
    link.symlink_to(retained)
    assert run(link, "--fix", *CALM).status == 0
    assert link.is_symlink()
    assert (retained.read_text(encoding="utf-8"), retained.stat().st_mode & 0o777) == (FIXED, 0o640)


def test_nothing_is_left_beside_a_fixed_file(run: Run, retained: Path) -> None:
    """The file is written beside, and then put in its place."""
    run(retained.name, "--fix", *CALM)
    assert [path.name for path in retained.parent.iterdir()] == [retained.name]


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_file_that_may_not_be_written_is_named(run: Run, retained: Path) -> None:
    """With the remedy, and the others are fixed all the same."""
    retained.chmod(0o440)
    done = run(retained.name, "--fix", *CALM)
    assert done.status == 2
    assert done.err == "error: retained.py: cannot be fixed: the file is not writable; check its permissions\n"


def test_a_file_that_changed_meanwhile_is_left_alone(project: Path) -> None:
    """Somebody is just editing it."""
    from graphlint.common.errors import GraphlintError  # noqa: PLC0415
    from graphlint.fixes.write import write_whole  # noqa: PLC0415

    path = project / "busy.py"
    path.write_bytes(b"newer")
    with pytest.raises(GraphlintError, match="changed during the check"):
        write_whole(str(path), b"older", b"fixed")
    assert path.read_bytes() == b"newer"


def test_standard_input_comes_back_fixed() -> None:
    """An editor that pipes a file through wants the file, and nothing else, on the standard output."""
    command = [sys.executable, "-I", "-m", "graphlint", "--fix", "-", *CALM]
    done = subprocess.run(command, input=RETAINED.encode(), capture_output=True, check=False)
    assert (done.returncode, done.stdout.decode()) == (0, FIXED)
    again = subprocess.run(command, input=done.stdout, capture_output=True, check=False)
    assert (again.returncode, again.stdout.decode()) == (0, FIXED)


def test_json_has_the_fix(run: Run, retained: Path) -> None:
    """In the shape that tools for ruff read."""
    (found,) = json.loads(run(retained.name, "--output-format", "json", *CALM).out)
    edit = {"content": "", "location": {"row": 4, "column": 24}, "end_location": {"row": 4, "column": 41}}
    assert found["fix"] == {"applicability": "safe", "message": "Remove `retain_graph=True`", "edits": [edit]}


def test_concise_marks_what_fix_would_take_away(run: Run, retained: Path) -> None:
    """As ruff does."""
    done = run(retained.name, "--output-format", "concise", *CALM)
    assert done.out.startswith("retained.py:4:1: warning GL201 [*] Unnecessary `retain_graph=True`")


def test_the_same_for_any_number_of_jobs(run: Run, project: Path) -> None:
    """Fixes are made in the processes that found them."""
    padding = "# padding\n" * 60_000
    for number in range(4):
        (project / f"retained_{number}.py").write_text(RETAINED + padding, encoding="utf-8")
    done = run(".", "--fix", "--jobs", "4", *CALM)
    assert (done.status, done.out) == (0, "No findings in 4 files. 4 findings fixed.\n")
    assert {path.read_text(encoding="utf-8") for path in project.iterdir()} == {FIXED + padding}
