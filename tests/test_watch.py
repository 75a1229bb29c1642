"""--watch checks again when something changes, and only what has changed."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from support import Run

from graphlint.cli.check import run as check_command
from graphlint.cli.watch import CLEAR, check_repeatedly
from graphlint.common.errors import UsageError
from graphlint.source import file_changes
from graphlint.source.file_changes import is_relevant, watched_folders

GOOD = "import torch\n"
BAD = "import torch\nx = (\n"


def test_each_change_is_followed_by_a_check(capsys: pytest.CaptureFixture[str]) -> None:
    """An empty handful is no change, but the first tells that watching has begun."""
    count = 0

    def check() -> int:
        nonlocal count
        count += 1
        return 1

    stream = io.StringIO()
    check_repeatedly(check, [[], ["a.py"], [], ["b.py", "c.py"]], stream)
    assert count == 3
    assert stream.getvalue() == ""
    assert capsys.readouterr().err.count("Watching for changes") == 3


def test_a_terminal_is_cleared(capsys: pytest.CaptureFixture[str]) -> None:
    """The findings of before would be taken for those of now."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    check_repeatedly(lambda: 0, [[], ["a.py"]], stream)
    assert stream.getvalue() == CLEAR * 2


def test_an_error_does_not_end_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Settings are wrong while they are being written."""

    def check() -> int:
        raise UsageError("broken for a moment")

    check_repeatedly(check, [[], ["pyproject.toml"]], io.StringIO())
    assert capsys.readouterr().err.count("error: broken for a moment") == 2


def test_what_rests_on_a_change_is_checked_with_it(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The helper that another file calls: no result of before may be taken over."""
    (project / "helper.py").write_text("def finish(loss):\n    return loss.item()\n")
    calls = "loss = x.exp().sum()\nfinish(loss)\nfinish(loss)\n"
    (project / "a.py").write_text(f"import torch\nfrom helper import finish\n\nx = torch.ones(2, requires_grad=True)\n{calls}")

    def told(_: Sequence[str], settings_files: Sequence[str]) -> Iterator[list[str]]:
        yield []
        (project / "helper.py").write_text("def finish(loss):\n    loss.backward()\n")
        yield ["helper.py"]

    monkeypatch.setattr(file_changes, "changes_in", told)
    for cache in ([], ["--no-cache"]):
        assert check_command(["--watch", "--output-format", "concise", *cache]) == 0
        lines = [line.partition(" ")[0] for line in capfd.readouterr().out.splitlines() if "GL101" in line or "No findings" in line]
        assert lines == ["No", "helper.py:2:5:"]
        (project / "helper.py").write_text("def finish(loss):\n    return loss.item()\n")


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("a.py", True),
        ("sub/nb.ipynb", True),
        ("notes.txt", False),
        ("moved_folder", True),
        ("LICENSE", False),
        (".git/index.py", False),
        ("node_modules/a.py", False),
        ("sub/__pycache__/a.py", False),
        ("pyproject.toml", True),
        ("../graphlint.toml", True),
        (".gitignore", True),
        ("shared/strict.toml", True),
        (".venv/x.toml", False),
        ("venv", False),
        (".hidden", False),
        ("../elsewhere.py", False),
        ("../named.py", True),
    ],
)
def test_what_does_not_change_findings_is_passed_over(path: str, wanted: bool, project: Path) -> None:
    """Tools write many files; nobody wants a check for each."""
    (project / "LICENSE").touch()
    asked = [project, (project / "../named.py").resolve()]
    assert is_relevant((project / path).resolve(), asked) is wanted


def test_a_folder_that_is_named_is_watched_whatever_it_is_called(project: Path) -> None:
    """As it is checked."""
    assert is_relevant(project / "build" / "a.py", [project / "build"])
    assert not is_relevant(project / "build" / "a.py", [project])


def test_files_come_and_go(project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Through the command, with changes that are made between the checks."""
    (project / "a.py").write_text(GOOD)

    def told(paths: Sequence[str], settings_files: Sequence[str]) -> Iterator[list[str]]:
        assert list(paths) == ["."]
        yield []
        (project / "b.py").write_text(BAD)
        yield ["b.py"]
        (project / "a.py").write_text(BAD)
        (project / "b.py").unlink()
        yield ["a.py", "b.py"]

    monkeypatch.setattr(file_changes, "changes_in", told)
    assert check_command(["--watch", "--output-format", "concise"]) == 0
    lines = [line.partition(" ")[0] for line in capfd.readouterr().out.splitlines() if "GL000" in line or "No findings" in line]
    assert lines == ["No", "b.py:2:5:", "a.py:2:5:"]


def test_a_fix_is_told_of_once(project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """What was fixed is a change too, and the next check finds nothing left to do."""
    loss = "import torch\nmodel = torch.nn.Linear(2, 1)\nmodel(torch.ones(3, 2)).sum().backward(retain_graph=True)\n"
    (project / "a.py").write_text(loss)
    monkeypatch.setattr(file_changes, "changes_in", lambda paths, settings_files: iter([[], ["a.py"]]))
    check_command(["--watch", "--fix", "--select", "GL201"])
    out = capfd.readouterr().out
    assert out.count("1 finding fixed") == 1
    assert out.endswith("No findings in 1 file.\n")


def test_what_changes_in_a_linked_folder_does_not_matter(project: Path) -> None:
    """No file in it is checked, unless the link itself is what is watched."""
    (project / "src").mkdir()
    other = project.parent / "other"
    other.mkdir()
    try:
        (project / "src" / "link").symlink_to(other)
    except OSError:
        pytest.skip("this system has no links")
    assert not is_relevant(project / "src" / "link" / "a.py", [project])
    assert not is_relevant(project / "src" / "link" / "deep" / "a.py", [project])
    assert is_relevant(project / "src" / "a.py", [project])
    assert is_relevant(other / "a.py", [(project / "src" / "link").resolve()])


def test_a_linked_folder_is_not_watched(project: Path) -> None:
    """It may hold a whole disk."""
    for folder in ("src/deep", "other", "node_modules/x", ".git/objects"):
        (project / folder).mkdir(parents=True)
    assert watched_folders([project]) == ({project}, True)
    try:
        (project / "src" / "link").symlink_to(project.parent)
    except OSError:
        pytest.skip("this system has no links")
    assert watched_folders([project]) == ({project, project / "src", project / "src" / "deep", project / "other"}, False)
    assert watched_folders([project / "other"]) == ({project / "other"}, True)


def test_standard_input_cannot_be_watched(run: Run) -> None:
    """It comes once."""
    assert run("-", "--watch").err == "error: --watch cannot be used with standard input (-)\n"


@contextmanager
def watching(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], Callable[..., bool]]]:
    """The command as it watches, and what waits until a check finds some places: a change may be seen half done, and then another
    check follows."""
    command = [sys.executable, "-I", "-u", "-m", "graphlint", *arguments, "--watch", "--output-format", "concise"]
    # Where the tests themselves run in the background of a script, interrupts are ignored, and a child would do the same.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    finally:
        signal.signal(signal.SIGINT, before)
    # No wait is measured; a test that would wait for ever fails instead.
    guard = threading.Timer(60, process.kill)
    guard.start()

    def finds(*places: str) -> bool:
        assert process.stdout is not None
        found: list[str] = []
        for line in process.stdout:
            if "GL000" in line:
                found.append(line.partition(" ")[0])
            elif line.startswith("Watching"):
                if found == list(places):
                    return True
                found.clear()
        return False

    try:
        yield process, finds
    finally:
        guard.cancel()
        process.kill()
        assert process.stdout is not None
        process.stdout.close()
        process.wait()


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no interrupt to a single process")
def test_the_command_watches_until_it_is_interrupted(project: Path) -> None:
    """Real changes on a real disk: one changed, one new, one deleted, a folder renamed, the settings, Ctrl-C."""
    (project / "pkg").mkdir()
    (project / "pkg" / "a.py").write_text(GOOD)
    with watching(project, ".") as (process, finds):
        assert finds()
        (project / "pkg" / "a.py").write_text(BAD)
        assert finds("pkg/a.py:2:5:")
        (project / "nb.py").write_text(BAD)
        assert finds("nb.py:2:5:", "pkg/a.py:2:5:")
        (project / "nb.py").unlink()
        assert finds("pkg/a.py:2:5:")
        (project / "pkg").rename(project / "lib")
        assert finds("lib/a.py:2:5:")
        process.send_signal(signal.SIGINT)
        assert process.wait() in (0, 130)


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_beside_a_linked_folder_everything_is_watched(project: Path) -> None:
    """A file of a folder below, a new folder with one below it, and what is written there later; a folder that goes."""
    (project / "pkg").mkdir()
    (project / "pkg" / "a.py").write_text(GOOD)
    (project / "link").symlink_to(project.parent)
    with watching(project, ".") as (_, finds):
        assert finds()
        (project / "pkg" / "a.py").write_text(BAD)
        assert finds("pkg/a.py:2:5:")
        (project / "v1.2" / "deep").mkdir(parents=True)
        (project / "v1.2" / "deep" / "b.py").write_text(BAD)
        assert finds("pkg/a.py:2:5:", "v1.2/deep/b.py:2:5:")
        (project / "v1.2" / "deep" / "b.py").write_text(GOOD)
        assert finds("pkg/a.py:2:5:")
        shutil.rmtree(project / "pkg")
        assert finds()


@pytest.mark.skipif(os.name == "nt", reason="Windows does not let go of a watched folder")
def test_what_goes_and_comes_back_is_watched_anew(project: Path) -> None:
    """As a checkout of another branch does it: the folder, and the settings file above it, which an editor puts another in place of."""
    (project / "pkg").mkdir()
    (project / "pkg" / "a.py").write_text(BAD)
    with watching(project, "pkg") as (_, finds):
        assert finds("pkg/a.py:2:5:")
        shutil.rmtree(project / "pkg")
        assert finds()
        (project / "pkg").mkdir()
        (project / "pkg" / "b.py").write_text(BAD)
        assert finds("pkg/b.py:2:5:")
        (project / "pkg" / "c.py").write_text(BAD)
        assert finds("pkg/b.py:2:5:", "pkg/c.py:2:5:")
        for text, places in (('ignore = ["GL000"]', ()), ("", ("pkg/b.py:2:5:", "pkg/c.py:2:5:"))):
            (project / "new.toml").write_text(text)
            (project / "new.toml").replace(project / "graphlint.toml")
            assert finds(*places)
