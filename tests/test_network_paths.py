r"""Paths of other machines (`//host/share`) in settings, logs and other files of a project are never opened, on any system.

Here `//` begins an ordinary absolute path, so that a test sees whether it is opened.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from support import Run

from graphlint.common.errors import UsageError
from graphlint.common.network_paths import is_network_path, local_path
from graphlint.explain.parse_traceback import parse
from graphlint.project.layout import read_layout
from graphlint.rule.registry import Registry
from graphlint.server.workers.messages import FolderConfig
from graphlint.server.workers.workspaces import Workspace
from graphlint.source.discovery import find_files

BAD = "import torch\nw = torch.ones(1, requires_grad=True)\nloss = w.exp()\nloss.backward()\nloss.backward()\n"
NETWORK = ["//host/share/x", r"\\host\share\x", r"/\host\share\x", r"\/host/share", "//?/UNC/host/share", r"\\.\pipe\x", "//", "///host/x"]
LOCAL = ["", "/", "\\", "x", "/tmp//x", "a//b", "C:\\x", "C://x", "~//x", "./x", r"..\x"]


@pytest.mark.parametrize("path", NETWORK)
def test_a_network_path_is_recognized(path: str) -> None:
    assert is_network_path(path)
    assert not is_network_path(local_path(path))


@pytest.mark.parametrize("path", LOCAL)
def test_a_path_of_this_machine_is_left_alone(path: str) -> None:
    assert not is_network_path(path)
    assert local_path(path) == path


@pytest.mark.parametrize("setting", ["extend = {}", "cache-dir = {}", "baseline = {}", "src = [{}]", "src = ['src', {}]"])
@pytest.mark.parametrize("path", ["//host/share/x.toml", r"\\host\share\x.toml"])
def test_a_setting_may_not_name_one(run: Run, project: Path, setting: str, path: str) -> None:
    """Whoever wrote the project would learn the credentials of everybody who checks it on Windows."""
    (project / "train.py").write_text(BAD)
    (project / "graphlint.toml").write_text(setting.format(f"'{path}'") + "\n")
    outcome = run(".", "--no-cache")
    name = setting.partition(" ")[0]
    assert outcome.status == 2
    assert outcome.err == f"error: graphlint.toml: {name}: {path!r} is a network path, which is never opened; name a path of this machine\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there, the path is one of another machine")
def test_a_settings_file_behind_one_is_not_read(run: Run, project: Path) -> None:
    (project / "train.py").write_text(BAD)
    (project / "other.toml").write_text("ignore = ['GL1']\n")
    (project / "graphlint.toml").write_text(f"extend = '/{project}/other.toml'\n")
    assert run("train.py").status == 2
    (project / "graphlint.toml").write_text(f"extend = '{project}/other.toml'\n")
    assert run("train.py").status == 0


@pytest.mark.parametrize("path", ["//host/share/proj/train.py", r"\\host\share\proj\train.py", r"\\?\UNC\host\share\proj\train.py"])
@pytest.mark.parametrize(
    "line", ['  File "{}", line 5, in <module>', "File {}:5, in f(x)", "{} in f(x)"], ids=["Python", "IPython", "older IPython"]
)
def test_a_frame_has_no_network_path(path: str, line: str) -> None:
    """It is read as one below the folder of the log, where the file may have been copied."""
    text = f"Traceback (most recent call last):\n{line.format(path)}\n    loss.backward()\nRuntimeError: x\n"
    frames = [frame for error in parse(text).errors for frame in error.frames]
    assert [is_network_path(frame.path) for frame in frames] == [False]
    assert frames[0].path.endswith("train.py")


@pytest.mark.skipif(sys.platform == "win32", reason="there, the path is one of another machine")
def test_a_traceback_opens_no_network_path(run: Run, project: Path) -> None:
    """The same file is found below the current folder by the end of its path."""
    elsewhere = project.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "train.py").write_text(BAD)
    log = 'Traceback (most recent call last):\n  File "{}", line 5, in <module>\n    loss.backward()\nRuntimeError: {}\n'
    (project / "log.txt").write_text(log.format(f"/{elsewhere}/train.py", "Trying to backward through the graph a second time"))
    assert "cause was not found in the source" in run("explain", "log.txt").out
    (project / "train.py").write_text(BAD)
    assert run("explain", "log.txt").out.startswith("train.py:5:1: error GL101")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "[tool.setuptools.package-dir]\n'' = '//host/share'\nlib = '//host/share/lib'\n"),
        ("pyproject.toml", "[tool.setuptools.packages.find]\nwhere = ['//host/share']\n"),
        ("setup.cfg", "[options]\npackage_dir =\n    = \\\\host\\share\n    lib = //host/share/lib\n"),
    ],
)
def test_a_declared_folder_of_packages_may_not_be_one(name: str, text: str) -> None:
    layout = read_layout("/project", lambda path: text.encode() if Path(path).name == name else None)
    assert (layout.roots, layout.packages) == ((), {})


def test_a_baseline_does_not_ask_for_files_on_other_machines(run: Run, project: Path) -> None:
    """Whether a file of the baseline still exists is asked of this machine only: it is not reported as deleted."""
    (project / "train.py").write_text("import torch\n")
    for path, stale in (("//host/share/train.py", False), ("gone.py", True)):
        finding = {"path": path, "code": "GL101", "fingerprint": "x", "count": 1}
        (project / "known.json").write_text(json.dumps({"version": 1, "findings": [finding]}))
        outcome = run(".", "--baseline", "known.json")
        assert outcome.status == 0
        assert bool(outcome.err) is stale


@pytest.mark.skipif(sys.platform == "win32", reason="there, the path is one of another machine")
def test_the_git_folder_may_not_be_one(project: Path) -> None:
    """A file `.git` names the folder of a worktree's repository, with patterns of files to ignore."""
    (project / "train.py").write_text(BAD)
    git = project.parent / "git"
    (git / "info").mkdir(parents=True)
    (git / "info" / "exclude").write_text("train.py\n")
    (project / ".git").write_text(f"gitdir: {git}\n")
    assert find_files(["."]).files == ()
    (project / ".git").write_text(f"gitdir: /{git}\n")
    assert find_files(["."]).files == ("train.py",)


def test_the_editors_setting_may_not_name_one() -> None:
    """A workspace brings its own settings for the editor."""
    config = FolderConfig(folder="/project", configuration="//host/share/graphlint.toml")
    with pytest.raises(UsageError, match="configuration is a network path"):
        Workspace(config, Registry(), {}, {})
