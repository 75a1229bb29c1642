"""Which files are checked: too few hide bugs, too many drown a project in other people's."""

from __future__ import annotations

import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import Run

from graphlint.source.discovery import FoundFiles, find_files


def lay(folder: Path, *paths: str) -> None:
    """Make empty files."""
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).touch()


def names(*paths: str, exclude: tuple[str, ...] = ()) -> list[str]:
    """The files found, with slashes on every system."""
    found = find_files(paths, exclude)
    assert found.problems == ()
    return [path.replace(os.sep, "/") for path in found.files]


def test_a_folder_is_walked_in_sorted_order(project: Path) -> None:
    """The same input gives the same output in the same order, whatever order the disk keeps."""
    lay(project, "b.py", "a/z.py", "a/b/c.py", "c.txt", "d.pyc", "A.py", "e.pyi", "f.pyw", "g.ipynb")
    assert names(".") == ["A.py", "a/b/c.py", "a/z.py", "b.py", "f.pyw", "g.ipynb"]


def test_what_nobody_wrote_by_hand_is_skipped(project: Path) -> None:
    """Findings in installed packages and copies of checkpoints are nobody's to mend."""
    for folder in (".git", ".hidden", ".ipynb_checkpoints", "__pycache__", "build", "dist", "node_modules", "venv", "lib/site-packages"):
        lay(project, f"{folder}/a.py")
    lay(project, "environment/pyvenv.cfg", "environment/lib/a.py", "src/a.py")
    assert names(".") == ["src/a.py"]


def test_what_is_named_is_checked_whatever_it_is_called(project: Path) -> None:
    """Whoever names a file wants it checked."""
    lay(project, "build/a.py", ".hidden/b.py", "script", "ignored.py")
    (project / ".gitignore").write_text("ignored.py\n")
    assert names("build", ".hidden", "script", "ignored.py") == [".hidden/b.py", "build/a.py", "ignored.py", "script"]


def test_a_file_is_checked_once_however_often_it_is_named(project: Path) -> None:
    """Overlapping arguments, as a shell's wildcards give, must not double findings."""
    lay(project, "a/b.py")
    assert names("a", "a/b.py", ".", str(project), "./a/../a/b.py") == ["a/b.py"]


def test_paths_are_shown_as_people_write_them(project: Path) -> None:
    """Below the current folder relative to it, elsewhere as given."""
    lay(project, "a/b.py")
    lay(project.parent, "elsewhere/c.py")
    outside = project.parent / "elsewhere"
    assert names(str(project / "a")) == ["a/b.py"]
    assert names("../elsewhere") == ["../elsewhere/c.py"]
    assert names(str(outside)) == [(outside / "c.py").as_posix()]


def test_gitignore_is_honoured_as_git_does(project: Path) -> None:
    """The closest file decides, a later pattern over an earlier one, and what is in an ignored folder stays ignored."""
    lay(project, "a.py", "old/b.py", "data/c.py", "data/keep.py", "sub/gen_a.py", "sub/d.py", "sub/deep/gen_b.py", "root.py", "sub/root.py")
    (project / ".gitignore").write_text("# comment\nold/\ngen_*.py\n/root.py\ndata/*\n!data/keep.py\n\xff\n[\n", encoding="latin-1")
    (project / "sub" / ".gitignore").write_text("!gen_a.py\nd.py\n")
    (project / "old" / ".gitignore").write_text("!b.py\n")
    assert names(".") == ["a.py", "data/keep.py", "sub/gen_a.py", "sub/root.py"]


def test_gitignore_holds_for_a_folder_within_the_repository(project: Path) -> None:
    """`graphlint src` in a repository ignores what `graphlint .` ignores; but what lies outside of it says nothing."""
    lay(project, "repo/.git/info/exclude", "repo/src/a.py", "repo/src/b.py", "repo/src/c.py")
    (project / ".gitignore").write_text("a.py\n")
    (project / "repo" / ".gitignore").write_text("b.py\n")
    (project / "repo" / ".git" / "info" / "exclude").write_text("c.py\n")
    assert names("repo/src") == ["repo/src/a.py"]


def test_a_folder_that_is_named_is_walked_though_git_ignores_it(project: Path) -> None:
    """A named folder with no file found in it would puzzle."""
    lay(project, ".git/HEAD", "generated/a.py")
    (project / ".gitignore").write_text("generated/\n")
    assert names(".") == []
    assert names("generated") == ["generated/a.py"]


def test_exclude_takes_patterns(project: Path) -> None:
    """A name anywhere, a folder, a path from the current folder, a wildcard."""
    lay(project, "a.py", "tests/a.py", "src/tests/b.py", "src/old_a.py", "src/c.py", "docs/src/d.py")
    assert names(".", exclude=("tests", "old_*.py", "/docs/src")) == ["a.py", "src/c.py"]


def test_exclusions_may_hold_for_what_is_named(project: Path) -> None:
    """A hook names every file that has changed, also those that nobody wants checked."""
    excluded = ("old/a.py", "build/b.py", ".venv/c.py", "env/lib/d.py", "sub/.ipynb_checkpoints/e.ipynb", "gen_f.py")
    lay(project, *excluded, "env/pyvenv.cfg", "src/g.py", "../h.py")
    assert names(*excluded, "src/g.py", exclude=("old", "gen_*")) == sorted((*excluded, "src/g.py"))
    found = find_files([*excluded, "build", "old", "src/g.py", "../h.py", str(project / "old/a.py"), "."], ("old", "gen_*"), force=True)
    assert found == FoundFiles(("../h.py", "src/g.py"), named=frozenset(("../h.py", "src/g.py")))


def test_exclusions_are_forced_by_an_option(project: Path, run: Run) -> None:
    """A file that is excluded is no failure, and neither is none at all."""
    lay(project, "old/a.py")
    (project / "old/a.py").write_text("import torch\nx = (\n")
    assert run("old/a.py", "--exclude", "old").status == 1
    outcome = run("old/a.py", "--exclude", "old", "--force-exclude")
    assert (outcome.status, outcome.err) == (0, "warning: no Python files found\n")


def test_the_files_to_check_can_be_listed(project: Path, run: Run, launch: Run) -> None:
    """Sorted, whole paths; nothing is read."""
    lay(project, "b.py", "a.ipynb", "build/c.py")
    (project / "b.py").write_text("import torch\nx = (\n")
    assert launch("--show-files", cwd=project).out.splitlines() == [str(project / "a.ipynb"), str(project / "b.py")]
    assert run("--show-files", "build").out == f"{project / 'build' / 'c.py'}\n"
    assert run("--show-files", ".", "--output-file", "list.txt").out == ""
    assert (project / "list.txt").read_text().count("\n") == 2
    missing = run("--show-files", "nowhere", "b.py")
    assert (missing.status, missing.out) == (2, f"{project / 'b.py'}\n")
    assert run("--show-files", "-").err == "error: --show-files cannot be used with standard input (-)\n"


@pytest.fixture
def links(project: Path) -> Path:
    """A folder in a system that has links."""
    try:
        (project / "probe").symlink_to(project)
    except OSError:
        pytest.skip("this system has no links")
    (project / "probe").unlink()
    return project


def test_a_link_to_its_parent_is_not_walked(links: Path, run: Run) -> None:
    """Such a link makes an endless path of the same files."""
    lay(links, "top.py", "a/b.py")
    (links / "a" / "up").symlink_to("..")
    (links / "a" / "here").symlink_to(".")
    (links / "a" / "above").symlink_to(links.parent.parent)
    assert names(".") == ["a/b.py", "top.py"]
    assert names("a") == ["a/b.py"]
    assert run(".").status == 0


def test_a_linked_folder_is_not_looked_into(links: Path) -> None:
    """Data sets, whole disks and other projects are linked into projects, and git sees a link, not what it leads to."""
    lay(links, "real/a.py", "real/deep/b.py")
    lay(links.parent, "elsewhere/c.py")
    (links / "inside").symlink_to("real")
    (links / "outside").symlink_to(links.parent / "elsewhere")
    (links / "real" / "deeper").symlink_to(links.parent / "elsewhere")
    assert names(".") == ["real/a.py", "real/deep/b.py"]
    assert names("real") == ["real/a.py", "real/deep/b.py"]


def test_a_linked_folder_that_is_named_is_looked_into(links: Path) -> None:
    """And again not into those that are linked into it; also where only a part of the path is a link."""
    lay(links.parent, "elsewhere/c.py", "elsewhere/deep/d.py", "third/e.py")
    (links / "link").symlink_to(links.parent / "elsewhere")
    (links.parent / "elsewhere" / "more").symlink_to(links.parent / "third")
    assert names("link") == ["link/c.py", "link/deep/d.py"]
    assert names("link/deep") == ["link/deep/d.py"]
    assert names(".", "link") == ["link/c.py", "link/deep/d.py"]


def test_a_linked_file_is_taken_once(links: Path) -> None:
    """A file is known by its own name where it has one; one that only links lead to, by the first of them."""
    lay(links, "z_real/a.py", "z_real/b.py")
    lay(links.parent, "elsewhere/c.py", "elsewhere/d.py")
    (links / "d_link.py").symlink_to("z_real/a.py")
    (links / "e_link.py").symlink_to(links.parent / "elsewhere" / "c.py")
    (links / "f_link.py").symlink_to(links.parent / "elsewhere" / "c.py")
    (links / "broken.py").symlink_to("nowhere.py")
    (links / "loop.py").symlink_to("loop.py")
    (links / "folder.py").symlink_to("z_real")
    assert names(".") == ["e_link.py", "z_real/a.py", "z_real/b.py"]


def test_it_is_known_which_files_lie_outside_of_what_was_named(links: Path) -> None:
    """A link in a folder may lead anywhere; one that is named, or whose file is, is meant."""
    lay(links, "src/own.py", "lib/other.py")
    lay(links.parent, "elsewhere/c.py")
    (links / "src" / "link.py").symlink_to(links.parent / "elsewhere" / "c.py")
    (links / "src" / "near.py").symlink_to(links / "lib" / "other.py")
    link, near = str(Path("src", "link.py")), str(Path("src", "near.py"))
    assert find_files(["src"]).outside == {link, near}
    assert find_files(["."]).outside == {link}
    assert find_files(["src", "lib"]).outside == {link}
    assert find_files(["src", "lib", str(links.parent / "elsewhere" / "c.py")]).outside == set()
    assert find_files([link, near]).outside == set()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in the file system")
def test_what_is_no_file_is_not_read(project: Path) -> None:
    """Reading a pipe would wait for ever."""
    os.mkfifo(project / "pipe.py")
    (project / "folder.py").mkdir()
    lay(project, "folder.py/a.py")
    assert names(".") == ["folder.py/a.py"]


def test_what_is_not_there_is_told(project: Path) -> None:
    """A mistyped path must not pass for one without findings."""
    lay(project, "a.py")
    assert find_files(["nowhere", "a.py", "null\0byte"]) == FoundFiles(
        ("a.py",),
        ("nowhere: there is no such file or directory", "null\0byte: there is no such file or directory"),
        named=frozenset(("a.py",)),
    )


def test_a_folder_that_cannot_be_looked_into_is_told(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in it was not checked."""
    lay(project, "a.py", "secret/b.py")
    scan = os.scandir

    def refuse(path: str) -> os._ScandirIterator[str]:
        if path.endswith("secret"):
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert find_files(["."]) == FoundFiles(("a.py",), ("secret: cannot be searched: Permission denied; check its permissions",))


def test_folders_may_nest_deeper_than_python_calls(project: Path) -> None:
    """The walk must not depend on Python's limit of recursion (lowered here, so that the folders can be removed again)."""
    lay(project, "d/" * 300 + "a.py")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        found = names(".")
    finally:
        sys.setrecursionlimit(limit)
    assert found == ["d/" * 300 + "a.py"]


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The home of a user who has no settings yet."""
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return home


def git(folder: Path, *arguments: str) -> None:
    """Run git."""
    user = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *user, *arguments], cwd=folder, check=True, capture_output=True)


def test_what_a_user_ignores_everywhere_is_skipped(project: Path, nobody: Path) -> None:
    """In a repository, as git has it: by its own default, or by the file that the user's settings name."""
    lay(project, "a.py", "scratch/b.py", ".git/HEAD")
    (nobody / ".config" / "git").mkdir(parents=True)
    (nobody / ".config" / "git" / "ignore").write_text("scratch/\n")
    assert names(".") == ["a.py"]
    (nobody / ".gitconfig").write_text("[user]\n\tname = x\n[core]\n\texcludesFile = ~/mine\n")
    assert names(".") == ["a.py", "scratch/b.py"]
    (nobody / "mine").write_text("a.py\n")
    assert names(".") == ["scratch/b.py"]
    shutil.rmtree(project / ".git")
    assert names(".") == ["a.py", "scratch/b.py"]


def test_worktrees_and_submodules_have_the_word_of_their_own_repository(project: Path, nobody: Path) -> None:
    """In both, .git is a file that says where to look."""
    for name in ("main", "other"):
        lay(project, f"{name}/a.py", f"{name}/ignored.py")
        git(project / name, "init", "--quiet")
        git(project / name, "add", "a.py", "ignored.py")
        git(project / name, "commit", "--quiet", "--message", "x")
    git(project / "main", "submodule", "add", "--quiet", str(project / "other"), "inner")
    git(project / "main", "worktree", "add", "--quiet", str(project / "tree"))
    (project / "main" / ".git" / "info" / "exclude").write_text("ignored.py\n")
    assert names("tree") == ["tree/a.py"]
    assert names("main") == ["main/a.py", "main/inner/a.py", "main/inner/ignored.py"]
    (project / "main" / ".git" / "modules" / "inner" / "info" / "exclude").write_text("a.py\n")
    assert names("main") == ["main/a.py", "main/inner/ignored.py"]
    assert names("main/inner") == ["main/inner/ignored.py"]
