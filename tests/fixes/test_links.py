"""Nothing outside of what was named is changed, whatever links lead there."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Run

RETAINED = """import torch

x = torch.ones(2, requires_grad=True)
x.exp().sum().backward(retain_graph=True)
"""
FIXED = RETAINED.replace("retain_graph=True", "")
CALM = ("--isolated", "--no-cache")
CHANGES = ["--fix", "--fix-only", "--show-fixes", "--add-noqa"]


@pytest.fixture
def other(project: Path) -> Path:
    """Another project beside this one, in a system that has links."""
    folder = project.parent / "other"
    folder.mkdir()
    (folder / "theirs.py").write_text(RETAINED)
    (project / "own.py").write_text(RETAINED)
    try:
        (project / "folder").symlink_to(folder)
    except OSError:
        pytest.skip("this system has no links")
    return folder


def theirs(folder: Path) -> str:
    return (folder / "theirs.py").read_text()


@pytest.mark.parametrize("option", CHANGES)
def test_a_linked_folder_is_left_as_it_is(run: Run, project: Path, other: Path, option: str) -> None:
    run(".", option, *CALM)
    assert theirs(other) == RETAINED
    assert (project / "own.py").read_text() != RETAINED


@pytest.mark.parametrize("option", CHANGES)
def test_a_file_outside_is_not_changed_through_a_link(run: Run, project: Path, other: Path, option: str) -> None:
    """Its findings are reported, and it is said why they stay."""
    (project / "link.py").symlink_to(other / "theirs.py")
    done = run(".", option, *CALM)
    assert theirs(other) == RETAINED
    assert (project / "own.py").read_text() != RETAINED
    assert "note: link.py is a link to a file outside the checked paths: not fixed\n" in done.err
    assert (project / "link.py").is_symlink()


def test_nor_through_a_link_in_a_linked_folder_that_is_named(run: Run, project: Path, other: Path) -> None:
    """What is named is that folder, and nothing else."""
    (other / "back.py").symlink_to(project / "own.py")
    run("folder", "--fix", *CALM)
    assert theirs(other) == FIXED
    assert (project / "own.py").read_text() == RETAINED


def test_nor_beside_the_folder_that_was_named(run: Run, project: Path, other: Path) -> None:
    """Of one project, other parts were not named either; nor a folder whose name only begins alike."""
    for name in ("src", "src_more"):
        (project / name).mkdir()
    (project / "src_more" / "near.py").write_text(RETAINED)
    (project / "src" / "link.py").symlink_to(project / "own.py")
    (project / "src" / "more.py").symlink_to(project / "src_more" / "near.py")
    run("src", "--fix", *CALM)
    assert (project / "own.py").read_text() == (project / "src_more" / "near.py").read_text() == RETAINED


def test_a_link_to_a_file_inside_is_followed(run: Run, project: Path, other: Path) -> None:
    """As to a script whose own name is not that of Python."""
    (project / "script").write_text(RETAINED)
    (project / "link.py").symlink_to("script")
    assert run(".", "--fix", *CALM).status == 0
    assert (project / "script").read_text() == FIXED
    assert (project / "link.py").is_symlink()


@pytest.mark.parametrize("named", ["link.py", "folder", "folder/theirs.py"])
def test_what_is_named_is_changed(run: Run, project: Path, other: Path, named: str) -> None:
    (project / "link.py").symlink_to(other / "theirs.py")
    assert run(named, "--fix", *CALM).status == 0
    assert theirs(other) == FIXED


def test_a_diff_shows_what_would_be_changed(run: Run, project: Path, other: Path) -> None:
    (project / "link.py").symlink_to(other / "theirs.py")
    done = run(".", "--diff", *CALM)
    assert "own.py" in done.out
    assert "link.py" not in done.out


@pytest.mark.parametrize("more", [(), ("--no-cache",)])
def test_what_is_not_changed_is_not_offered(run: Run, project: Path, other: Path, more: tuple[str, ...]) -> None:
    """Else a report would promise what --fix does not do; that the same file was named in another run does not matter."""
    (project / "link.py").symlink_to(other / "theirs.py")
    (project / "own.py").unlink()
    for _ in range(2):
        assert "fixable" in run("link.py", ".", "--isolated", *more).out
        assert "fixable" not in run(".", "--isolated", *more).out


def test_an_imported_file_of_another_project_is_not_changed(run: Run, project: Path, other: Path) -> None:
    """What is found in it through a call from here is not reported here either."""
    (other / "theirs.py").write_text("def train(x):\n    x.exp().sum().backward(retain_graph=True)\n")
    before = theirs(other)
    calls = "import torch\nfrom folder.theirs import train\n\ntrain(torch.ones(2, requires_grad=True))\n"
    (project / "own.py").write_text(calls)
    (project / "graphlint.toml").write_text(f'src = [".", "{other}"]\n')
    run(".", "--fix", "--no-cache")
    assert theirs(other) == before
    assert (project / "own.py").read_text() == calls
