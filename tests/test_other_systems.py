r"""Other systems, as far as a model of them goes: paths with `\` and drives, file systems that do not tell case apart, texts of consoles.

The workflow runs the tests on Windows and macOS themselves.
"""

from __future__ import annotations

import builtins
import codecs
import io
import json
import ntpath
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pathspec.util
import pygls.uris
import pytest
from support import Run

from graphlint.check import baseline
from graphlint.check.cache import location
from graphlint.common import folders, shown_paths
from graphlint.common.errors import UsageError
from graphlint.common.patterns import ignore_patterns
from graphlint.config import settings
from graphlint.report import gitlab, rdjson, sarif
from graphlint.server import uris
from graphlint.source import base_tree, discovery, git_ignore
from graphlint.source.discovery import find_files, true_spelling

HERE = "C:\\proj"
TWICE = "import torch\n\nw = torch.ones(2, requires_grad=True)\nloss = w.exp().sum()\nloss.backward()\nloss.backward()\n"


def windows_os() -> Any:
    """A module `os` whose paths are those of Windows; the current folder is `HERE`, and nothing is on its disks."""

    def absolute(path: str) -> str:
        return ntpath.normpath(ntpath.join(HERE, path))

    def relative(path: str, start: str = ".") -> str:
        return ntpath.relpath(absolute(path), absolute(start))

    path = SimpleNamespace(**{**vars(ntpath), "abspath": absolute, "realpath": absolute, "relpath": relative, "isdir": lambda _: False})
    return SimpleNamespace(**{**vars(os), "path": path, "sep": "\\", "name": "nt", "curdir": ".", "getcwd": lambda: HERE})


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the modules that compute with paths do so as on Windows."""
    modules: tuple[ModuleType, ...] = (
        baseline,
        base_tree,
        location,
        settings,
        discovery,
        folders,
        git_ignore,
        gitlab,
        rdjson,
        sarif,
        shown_paths,
        uris,
    )
    for module in modules:
        if hasattr(module, "os"):
            monkeypatch.setattr(module, "os", windows_os())
    monkeypatch.setattr(sarif, "IS_WINDOWS", True)
    # What these libraries ask when they are imported.
    monkeypatch.setattr(pathspec.util, "NORMALIZE_PATH_SEPS", ["\\"])
    monkeypatch.setattr(pygls.uris, "IS_WIN", True)


@pytest.mark.usefixtures("on_windows")
class TestBackslashes:
    """Paths of Windows within graphlint, and what other programs get."""

    def test_the_displayed_path(self) -> None:
        assert discovery.display("src/a.py") == "src\\a.py"
        assert discovery.display("C:/proj/src/a.py") == "src\\a.py"
        assert discovery.display("C:\\project\\a.py") == "C:\\project\\a.py"
        assert discovery.display("D:\\a.py") == "D:\\a.py"

    def test_the_patterns_of_settings(self) -> None:
        def matches(pattern: str, path: str) -> bool:
            return settings.matches([settings.Pattern(HERE, pattern)], path)

        assert matches("src/*.py", "C:\\proj\\src\\a.py")
        assert matches("generated/", "C:\\proj\\src\\generated\\a.py")
        assert not matches("src/*.py", "C:\\project\\src\\a.py")
        assert not matches("/a.py", "C:\\proj\\src\\a.py")

    def test_the_patterns_of_git(self) -> None:
        rules = git_ignore.IgnoreRules((git_ignore._Patterns(HERE + "\\", ignore_patterns(["/out/", "!out/kept.py"])),))
        assert rules.ignore("C:\\proj\\out", True)
        assert not rules.ignore("C:\\proj\\src\\out", True)
        assert not rules.ignore("D:\\proj\\out", True)

    def test_the_excluded_names(self) -> None:
        search = discovery._Search(ignore_patterns(["lib/old/"]))
        assert discovery._is_excluded(search, "lib\\old\\a.py")
        assert not discovery._is_excluded(search, "lib\\older\\a.py")

    def test_what_the_cache_stores(self) -> None:
        r"""A key has no absolute path, wherever the project is, though a text quotes a backslash as two."""
        here, there = location.Location(HERE, HERE), location.Location("D:\\a\\b", "D:\\a\\b")
        for path in ("C:\\proj\\src\\a.py", HERE):
            assert here.absolute(here.stored(path)) == path
        assert here.stored("C:\\project\\a.py") == "C:\\project\\a.py"
        assert there.absolute(here.stored("C:\\proj\\src\\a.py")) == "D:\\a\\b\\src\\a.py"
        assert here.portable(repr([f"{HERE}\\a.py"])) == there.portable(repr(["D:\\a\\b\\a.py"]))
        assert (here.whole("src\\a.py"), here.whole("..\\a.py"), here.whole("D:\\a.py")) == ("C:\\proj\\src\\a.py", "C:\\a.py", "D:\\a.py")

    def test_a_baseline_is_that_of_other_systems(self) -> None:
        known = baseline.Baseline(HERE)
        assert known.name("src\\a.py") == "src/a.py"
        assert known.name("D:\\other\\a.py") == "D:/other/a.py"

    @pytest.mark.parametrize(
        ("path", "uri"),
        [
            ("C:\\proj\\a b\\é.py", "file:///C:/proj/a%20b/%C3%A9.py"),
            ("\\\\host\\share\\a.py", "file://host/share/a.py"),
        ],
    )
    def test_the_uris_of_sarif(self, path: str, uri: str) -> None:
        assert sarif._uri(path) == uri
        assert sarif._artifact(f"{HERE}\\src\\a.py", HERE) == {"uri": "src/a.py", "uriBaseId": sarif.ROOT}

    def test_the_paths_of_reports(self) -> None:
        """Relative to the root; on another drive, there is no relative path."""
        assert gitlab._path("src\\a.py", HERE) == "src/a.py"
        assert gitlab._path("D:\\a.py", HERE) == "D:/a.py"
        assert shown_paths.relative("D:\\a.py") == "D:\\a.py"
        assert shown_paths.with_slashes(shown_paths.relative("src/a.py")) == "src/a.py"

    @pytest.mark.parametrize("uri", ["file:///c%3A/proj/a%20b.py", "file:///c:/proj/a%20b.py", "file:///C:/proj/a%20b.py"])
    def test_the_uris_of_editors(self, uri: str) -> None:
        """VS Code escapes the colon, others write the drive in either case: one path."""
        assert uris.path_of(uri) == "c:\\proj\\a b.py"
        assert uris.uri_of("c:\\proj\\a b.py") == "file:///c:/proj/a%20b.py"
        assert folders.is_below("c:\\proj\\a b.py", str(uris.path_of("file:///C%3A/proj")))
        assert not folders.is_below("c:\\project\\a.py", "c:\\proj")

    def test_a_network_share_of_an_editor(self) -> None:
        assert uris.path_of("file://host/share/a.py") == "\\\\host\\share\\a.py"

    def test_another_drive_is_not_in_the_repository(self) -> None:
        repository = base_tree.Repository(HERE, ".")
        assert repository.relative("src/a.py") == "src\\a.py"
        for path in ("D:\\a.py", "C:\\project\\a.py"):
            with pytest.raises(UsageError, match="is not in the repository"):
                repository.relative(path)


@pytest.fixture
def any_case(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in a file system that finds a file by a name in any case and lists it in one, as on Windows and macOS."""

    stat, listed = os.stat, os.listdir

    def names_in(folder: Path) -> list[str]:
        try:
            stat(folder)
            return listed(folder)
        except (OSError, ValueError):
            return []

    def found(path: Any) -> Any:
        """The path as it is on disk."""
        if isinstance(path, int):
            return path
        here = Path()
        for part in Path(os.fspath(path)).parts:
            names = names_in(here)
            alike = (name for name in names if name.casefold() == part.casefold())
            here /= part if part in names else next(alike, part)
        return str(here)

    for module, name in ((os, "stat"), (os, "lstat"), (os, "open"), (os, "scandir"), (os, "listdir"), (builtins, "open"), (io, "open")):
        original = getattr(module, name)
        monkeypatch.setattr(module, name, lambda path=".", *rest, _call=original, **more: _call(found(path), *rest, **more))
    return project


def test_a_file_has_one_name_whatever_its_case(any_case: Path, run: Run) -> None:
    (any_case / "src").mkdir()
    (any_case / "src" / "train.py").write_text(TWICE)
    assert (any_case / "SRC" / "Train.PY").read_text() == TWICE
    assert true_spelling("SRC/Train.PY") == "src/train.py"
    assert true_spelling(str(any_case / "Src")) == str(any_case / "src")
    told = run("SRC/Train.PY", "src/train.py", "Src", "--isolated", "--no-cache", "--output-format", "concise", "--quiet")
    assert told.out.count("GL101") == 1
    assert told.out.startswith("src/train.py:6:")


def test_a_name_is_left_alone_where_case_is_told_apart(project: Path) -> None:
    (project / "a.py").write_text("")
    (project / "A.py").write_text("")
    if (project / "a.py").samefile(project / "A.py"):
        pytest.skip("it is not told apart here")
    assert [true_spelling(name) for name in ("a.py", "A.py", "missing.py", "-", ".", "..", "a\0.py")] == [
        "a.py", "A.py", "missing.py", "-", ".", "..", "a\0.py",
    ]  # fmt: skip


def test_an_import_in_another_case_finds_nothing_as_in_python(any_case: Path, run: Run) -> None:
    """Python compares case on such a system, too."""
    (any_case / "steps.py").write_text("def step(loss):\n    loss.backward()\n")
    calls = TWICE.replace("loss.backward()", "step(loss)")
    for name, count in (("steps", 1), ("Steps", 0)):
        (any_case / "train.py").write_text(calls.replace("import torch\n", f"import torch\nfrom {name} import step\n"))
        assert run(".", "--isolated", "--no-cache", "--output-format", "concise", "--quiet").out.count("GL101") == count


@pytest.mark.parametrize(("any_case_of_git", "kept"), [("true", ["a.py"]), ("false", ["Generated/b.py", "a.py"])])
def test_git_ignores_in_any_case_where_it_has_found_such_a_disk(project: Path, any_case_of_git: str, kept: list[str]) -> None:
    subprocess.run(("git", "init", "-q"), cwd=project, check=True)
    subprocess.run(("git", "config", "core.ignorecase", any_case_of_git), cwd=project, check=True)
    (project / ".gitignore").write_text("generated/\n")
    for name in ("Generated/b.py", "a.py"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text("")
    assert [path.replace(os.sep, "/") for path in find_files(["."]).files] == kept
    told = subprocess.run(("git", "status", "--short", "-uall"), cwd=project, capture_output=True, text=True, check=True).stdout
    assert sorted(line[3:] for line in told.splitlines() if line.endswith(".py")) == kept


def test_a_gitignore_of_an_editor_of_windows(project: Path) -> None:
    """With a byte order mark and line ends of two characters."""
    subprocess.run(("git", "init", "-q"), cwd=project, check=True)
    (project / ".gitignore").write_bytes(codecs.BOM_UTF8 + b"first.py\r\nsecond.py\r\n")
    for name in ("first.py", "second.py", "third.py"):
        (project / name).write_text("")
    assert find_files(["."]).files == ("third.py",)


def test_a_baseline_of_an_editor_of_windows(project: Path, run: Run) -> None:
    (project / "train.py").write_text(TWICE)
    run("train.py", "--write-baseline", "known.json", "--isolated")
    known = (project / "known.json").read_bytes()
    (project / "known.json").write_bytes(codecs.BOM_UTF8 + known.replace(b"\n", b"\r\n"))
    assert run("train.py", "--baseline", "known.json", "--isolated", "--no-cache", "--quiet").status == 0


ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"]


def encoded(text: str, encoding: str) -> bytes:
    return (codecs.BOM_UTF16_BE if encoding == "utf-16-be" else b"") + text.encode(encoding)


@pytest.fixture(params=ENCODINGS)
def written(request: pytest.FixtureRequest) -> Callable[[str], bytes]:
    """What a console writes for a text: PowerShell 5 redirects to UTF-16, with line ends of Windows."""
    return lambda text: encoded(text.replace("\n", "\r\n"), request.param)


def test_a_traceback_in_a_log_of_a_console(project: Path, run: Run, written: Callable[[str], bytes]) -> None:
    (project / "train.py").write_text(TWICE)
    log = f"""Traceback (most recent call last):
  File "{project / "train.py"}", line 6, in <module>
    loss.backward()
RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed).
"""
    (project / "log.txt").write_bytes(written(log))
    told = run("explain", "log.txt")
    assert told.status == 0
    assert told.out.startswith("train.py:6:1: error GL101")


def test_a_report_that_a_console_has_written_is_merged(project: Path, run: Run, written: Callable[[str], bytes]) -> None:
    (project / "train.py").write_text(TWICE)
    report = run("train.py", "--isolated", "--no-cache", "--output-format", "json").out
    (project / "report.json").write_bytes(written(report))
    merged = run("merge", "report.json")
    assert [item["code"] for item in merged.json] == [item["code"] for item in json.loads(report)] == ["GL101"]


@pytest.mark.parametrize(
    ("encoding", "output_format"),
    [("cp1252", "full"), ("cp437", "concise"), ("ascii", "github"), ("utf-16", "json"), ("cp1252", "agent")],
)
def test_a_console_that_lacks_a_character_is_told_all_the_same(project: Path, encoding: str, output_format: str) -> None:
    """Names and texts of a program may have characters that the console has not."""
    (project / "训练.py").write_text(TWICE.replace("loss", "损失"), encoding="utf-8")
    command = (sys.executable, "-P" if sys.version_info >= (3, 11) else "-B", "-m", "graphlint", ".", "--isolated", "--no-cache")
    done = subprocess.run(
        (*command, "--output-format", output_format),
        cwd=project,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 1, done.stderr
    assert "GL101" in done.stdout.decode(encoding)
    assert b"Traceback" not in done.stderr
