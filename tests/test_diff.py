"""`graphlint diff`: what a change adds and mends is told, wherever it shows, and git is left as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import Outcome, Run

from graphlint.report import DRAWING, FORMATS

STEP = "def step(loss):\n    loss.backward()\n"
CALLER = """import torch
from lib.steps import step

w = torch.ones(2, requires_grad=True)
loss = w.exp().sum()
step(loss)
print(loss)
"""
TWICE = """import torch

w = torch.ones(2, requires_grad=True)
loss = w.exp().sum()
loss.backward()
loss.backward()
"""


class Repository:
    """A repository with one commit on `main`, and a branch that is checked out."""

    def __init__(self, folder: Path, run: Run) -> None:
        self.folder, self._run = folder, run

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ("git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments), cwd=self.folder, capture_output=True, text=True, check=True
        )
        return done.stdout

    def put(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", "change")

    def inside(self) -> list[str]:
        """Return the files of git's own folder."""
        return sorted(str(path) for path in (self.folder / ".git").rglob("*"))

    def diff(self, *arguments: str) -> Outcome:
        """Run the command; afterwards the repository is as before."""
        state = self.git("status", "--porcelain")
        before = self.inside()
        told = self._run("diff", *arguments)
        assert self.inside() == before
        assert self.git("status", "--porcelain") == state
        return told

    def found(self, *arguments: str) -> list[str]:
        told = self.diff(*arguments, "--output-format", "json")
        return [f"{os.path.relpath(item['filename'])}:{item['location']['row']} {item['code']}" for item in told.json]


@pytest.fixture
def repository(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Repository:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    made = Repository(project, run)
    made.git("init", "-q", "-b", "main")
    made.put("lib/steps.py", STEP)
    made.put("train.py", CALLER)
    made.put("old.py", TWICE)
    made.put(".gitignore", ".graphlint_cache\n")
    made.commit()
    made.git("checkout", "-qb", "change")
    return made


def test_nothing_is_told_of_what_was_there(repository: Repository) -> None:
    told = repository.diff("main")
    assert (told.status, told.out) == (0, "")
    assert told.err.endswith("0 findings added, 0 mended\n")


@pytest.mark.parametrize("committed", [True, False])
def test_a_finding_in_a_file_that_the_change_does_not_touch(repository: Repository, committed: bool) -> None:
    """The function now calls `backward()` twice; the finding is in the library or in its caller, and only it is told."""
    repository.put("train.py", CALLER.replace("print(loss)", "step(loss)"))
    if committed:
        repository.commit()
    assert repository.found("main") == ["lib/steps.py:2 GL101"]
    assert repository.diff("main").status == 1
    assert repository.diff("main", "--exit-zero").status == 0
    assert repository.found("main", "train.py") == []


def test_lines_that_move_and_files_that_are_renamed_add_nothing(repository: Repository) -> None:
    repository.git("mv", "old.py", "new.py")
    repository.put("new.py", "import os\n\n\n" + TWICE.replace("loss.backward()", "loss . backward( )"))
    assert repository.found("main") == []
    repository.commit()
    assert repository.found("main") == []


def test_a_function_that_moves_to_another_file_adds_nothing(repository: Repository) -> None:
    body = "import torch\n\n\ndef train(w):\n    loss = w.exp().sum()\n    loss.backward()\n    loss.backward()\n"
    repository.put("one.py", body)
    repository.put("two.py", "import torch\n")
    repository.commit()
    repository.put("two.py", body)
    repository.put("one.py", "import torch\n")
    assert repository.found("HEAD") == []


def test_the_second_of_two_alike_is_new(repository: Repository) -> None:
    alike = "w.exp().sum().backward(retain_graph=True)\n"
    repository.put("alike.py", f"import torch\n\nw = torch.ones(2, requires_grad=True)\n{alike}")
    repository.commit()
    repository.put("alike.py", (repository.folder / "alike.py").read_text() + alike)
    assert repository.found("HEAD") == ["alike.py:5 GL201"]


def test_what_is_mended(repository: Repository) -> None:
    repository.put("old.py", TWICE.replace("loss.backward()\n", "", 1))
    told = repository.diff("main")
    assert (told.status, told.out) == (0, "")
    assert told.err.endswith("0 findings added, 1 mended; --mended shows them\n")
    assert repository.found("main", "--mended") == ["old.py:6 GL101"]
    assert repository.diff("main", "--mended").status == 0


def test_what_the_other_branch_has_mended_meanwhile_is_not_added(repository: Repository) -> None:
    """The comparison is with the commit where the branches parted."""
    repository.git("checkout", "-q", "main")
    repository.put("old.py", "import torch\n")
    repository.commit()
    repository.git("checkout", "-q", "change")
    assert repository.found("main") == []


def test_from_a_folder_below_and_one_that_is_new(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.put("new/bad.py", TWICE)
    monkeypatch.chdir(repository.folder / "lib")
    assert repository.found("main") == []
    assert repository.found("main", "..") == ["../new/bad.py:6 GL101"]
    monkeypatch.chdir(repository.folder / "new")
    assert repository.found("main") == ["bad.py:6 GL101"]


def test_known_findings_of_a_baseline_are_in_both_trees(repository: Repository, run: Run) -> None:
    repository.put("graphlint.toml", 'baseline = "known.json"\n')
    run(".", "--write-baseline", "known.json")
    assert repository.found("main") == []
    repository.put("other.py", TWICE)
    assert repository.found("main") == ["other.py:6 GL101"]


@pytest.mark.parametrize("output_format", [name for name in FORMATS if name not in DRAWING])
def test_every_format_shows_the_new_finding_only(repository: Repository, output_format: str) -> None:
    repository.put("other.py", TWICE)
    told = repository.diff("main", "--output-format", output_format)
    assert told.status == 1
    assert told.out.count("other.py") >= 1
    assert "old.py" not in told.out


def test_a_named_settings_file_is_that_of_the_current_tree(repository: Repository) -> None:
    repository.put("other.toml", 'ignore = ["GL1"]\n')
    repository.put("other.py", TWICE)
    assert repository.found("main", "--config", "other.toml") == []
    assert repository.found("main", "--config", "ignore = ['GL2']") == ["other.py:6 GL101"]


def test_data_is_not_written_again(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """A blob of it may not even be there, as in a partial clone."""
    repository.put("data.bin", "x" * 1000)
    repository.commit()
    blob = repository.git("rev-parse", "HEAD:data.bin").strip()
    (repository.folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    repository.put("other.py", TWICE)
    told = repository.diff("HEAD", "--output-format", "concise")
    assert (told.status, told.out.count("other.py")) == (1, 1)


def test_a_picture_of_a_difference_is_refused(repository: Repository) -> None:
    assert repository.diff("main", "--output-format", "html").err.startswith("error: --output-format: html shows a whole check; use")


def test_errors_name_the_remedy(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    def told(*arguments: str) -> str:
        outcome = run("diff", *arguments)
        assert outcome.status == 2
        return outcome.err

    assert "expected the name of a commit" in told()
    assert "nonsense is not a commit; name a branch, a tag or a commit, or run git fetch origin nonsense" in told("nonsense")
    assert "is not in the repository" in told("main", str(tmp_path))
    repository.git("checkout", "-q", "--orphan", "other")
    repository.git("commit", "-qm", "another beginning")
    assert "main and the current commit have no common ancestor; name a commit of the same history" in told("main")
    subprocess.run(
        ("git", "clone", "-q", "--depth", "1", f"file://{repository.folder}", str(tmp_path / "clone")), check=True, capture_output=True
    )
    monkeypatch.chdir(tmp_path / "clone")
    assert "main is not a commit; the clone is shallow: run git fetch --unshallow origin main, or set fetch-depth: 0" in told("main")
    (tmp_path / "none").mkdir()
    monkeypatch.chdir(tmp_path / "none")
    assert "run graphlint diff in a repository of git, or graphlint check without one" in told("main")
    monkeypatch.setenv("PATH", "")
    assert "git cannot be run" in told("main")


def test_no_hook_of_the_repository_runs(repository: Repository) -> None:
    hook = repository.folder / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ntouch ran\n")
    hook.chmod(0o755)
    assert repository.diff("main").status == 0
    assert not list(repository.folder.rglob("ran"))


def test_within_a_hook_the_index_of_the_commit_is_left_alone(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.put("old.py", TWICE + "\n")
    repository.git("add", "-A")
    staged = repository.git("diff", "--cached")
    with monkeypatch.context() as patch:
        patch.setenv("GIT_INDEX_FILE", str(repository.folder / ".git" / "index"))
        patch.setenv("GIT_DIR", str(repository.folder / ".git"))
        assert repository.diff("main").status == 0
    assert staged
    assert repository.git("diff", "--cached") == staged


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_no_folder_is_left_where_the_check_fails(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    from graphlint.cli import check  # noqa: PLC0415

    folders: list[str] = []

    def fail(*_: object) -> None:
        folders.append(str(Path.cwd()))
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(check, "check_files", fail)
        repository.diff("main")
    (folder,) = folders
    assert Path(folder).name == "tree"
    assert not Path(folder).parent.exists()
    assert Path.cwd() == repository.folder


def test_files_of_submodules_are_not_new(repository: Repository, tmp_path: Path) -> None:
    """The tree of a commit does not have them."""
    subprocess.run(("git", "clone", "-q", str(repository.folder), str(tmp_path / "inner")), check=True)
    repository.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(tmp_path / "inner"), "vendored")
    repository.commit()
    assert (repository.folder / "vendored" / "old.py").exists()
    assert repository.found("HEAD~1") == []


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("number", ["SIGTERM", "SIGKILL"])
def test_a_signal_leaves_nothing_in_the_repository(repository: Repository, tmp_path: Path, number: str) -> None:
    """As CI sends one to a job that is cancelled, and then kills it: the repository knows nothing of the earlier tree."""
    repository.put("slow.py", TWICE)
    before = repository.inside()
    script = "import os, signal; from graphlint.cli import check, main"
    program = (
        f"{script}; check.check_files = lambda *_: os.kill(os.getpid(), signal.{number}); raise SystemExit(main.main(['diff', 'main']))"
    )
    done = subprocess.run(
        (sys.executable, "-c", program),
        cwd=repository.folder,
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert done.returncode != 0
    assert repository.inside() == before


def test_what_a_sparse_checkout_leaves_out_is_not_mended(repository: Repository) -> None:
    repository.put("left/out.py", TWICE)
    repository.put("lib/bad.py", TWICE)
    repository.commit()
    repository.git("sparse-checkout", "set", "lib")
    assert not (repository.folder / "left").exists()
    assert repository.found("HEAD", "--mended") == []
    repository.put("lib/bad.py", "import torch\n")
    assert repository.found("HEAD", "--mended") == ["lib/bad.py:6 GL101"]


def test_what_the_repository_excludes_is_not_mended(repository: Repository) -> None:
    """The ignore rules of the repository itself are those of both trees, in a linked worktree, too."""
    repository.put("generated/bad.py", TWICE)
    repository.commit()
    with (repository.folder / ".git" / "info" / "exclude").open("a") as stream:
        stream.write("generated/\n")
    assert repository.found("HEAD", "--mended") == []


def test_from_a_linked_worktree(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    linked = tmp_path / "linked"
    repository.git("worktree", "add", "-q", str(linked), "main")
    (linked / "other.py").write_text(TWICE)
    monkeypatch.chdir(linked)
    told = run("diff", "main", "--output-format", "concise")
    assert (told.status, told.out.count("other.py"), told.out.count("old.py")) == (1, 1, 0)
