"""Files that are written whole or not at all, and keep what belongs to them: owner, attributes, other names."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from support import Run

from graphlint.common import whole_files
from graphlint.common.whole_files import ContentChanged, remove_leftovers, write_file

BAD = "import torch\nx = torch.ones(1, requires_grad=True).exp()\nx.backward(retain_graph=True)\n"
on_posix = pytest.mark.skipif(os.name == "nt", reason="POSIX")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "train.py"
    path.write_bytes(b"old")
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@on_posix
def test_a_fix_reaches_all_names_of_a_file(run: Run, project: Path) -> None:
    (project / "a.py").write_text(BAD)
    os.link(project / "a.py", project / "b.txt")
    assert run("a.py", "--fix", "--no-cache").status == 0
    assert "retain_graph" not in (project / "a.py").read_text()
    assert (project / "a.py").samefile(project / "b.txt")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the superuser gives files away")
def test_owner_and_group_are_kept(file: Path) -> None:
    file.chmod(0o4755)
    os.chown(file, 1234, 1235)
    file.chmod(0o4755)
    write_file(file, b"new")
    state = file.stat()
    assert (file.read_bytes(), state.st_uid, state.st_gid, stat.S_IMODE(state.st_mode)) == (b"new", 1234, 1235, 0o4755)


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="Python has extended attributes on Linux only")
def test_extended_attributes_are_kept(file: Path) -> None:
    try:
        os.setxattr(file, "user.note", b"1")
    except OSError as error:
        pytest.skip(f"the file system has none: {error}")
    write_file(file, b"new")
    assert (file.read_bytes(), os.getxattr(file, "user.note")) == (b"new", b"1")


@on_posix
def test_a_file_is_not_replaced_where_that_would_lose_its_owner(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who may write to another's file cannot give a new file to the owner."""

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(whole_files, "_copy_attributes", refuse)
    before = file.stat().st_ino
    write_file(file, b"")
    assert (file.read_bytes(), file.stat().st_ino) == (b"", before)
    assert names(file.parent) == [file.name]


@on_posix
def test_a_file_that_cannot_be_overwritten_keeps_its_content(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.link(file, file.with_name("other.py"))
    # The new content is written to a temporary file first, and the old one is put back.
    results = [None, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), None]
    truncate = os.ftruncate

    def full(handle: int, size: int) -> None:
        if error := results.pop(0):
            raise error
        truncate(handle, size)

    monkeypatch.setattr(os, "ftruncate", full)
    with pytest.raises(OSError, match="No space left"):
        write_file(file, b"longer than before")
    assert file.read_bytes() == b"old"


@on_posix
def test_nothing_is_left_on_a_full_disk(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        write_file(file, b"new")
    assert names(file.parent) == [file.name]


def test_a_change_just_before_the_file_is_replaced_is_not_lost(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor saves between the comparison of the content and the end of the write."""
    monkeypatch.setattr(os, "fsync", lambda _: file.write_bytes(b"saved"))
    with pytest.raises(ContentChanged):
        write_file(file, b"new", expected=b"old")
    assert file.read_bytes() == b"saved"
    assert names(file.parent) == [file.name]


# Writes that are killed.

KILLED = """
import os, signal, sys
from graphlint.common.whole_files import write_file
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
write_file(sys.argv[1], b"new")
"""


@on_posix
def test_the_next_fix_deletes_what_a_killed_one_has_left(run: Run, project: Path) -> None:
    path = project / "a.py"
    path.write_text(BAD)
    (project / ".a.py.original").write_text("a backup of the user")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert path.read_text() == BAD
    assert len(names(project)) == 3
    assert run("a.py", "--fix", "--no-cache").status == 0
    assert names(project) == [".a.py.original", "a.py"]


@on_posix
def test_the_file_of_a_run_that_still_writes_is_left_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs fix files of one folder at once."""
    monkeypatch.setattr(os, "fsync", lambda _: remove_leftovers(file.parent))
    write_file(file, b"new", expected=b"old")
    assert file.read_bytes() == b"new"


@on_posix
def test_a_file_that_another_run_deletes_before_it_is_locked_is_created_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl  # noqa: PLC0415  not on Windows

    lock = fcntl.flock

    def too_late(stream: object, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", lock)
        remove_leftovers(file.parent)
        lock(stream, how)  # type: ignore[arg-type]

    monkeypatch.setattr(fcntl, "flock", too_late)
    write_file(file, b"new", expected=b"old")
    assert file.read_bytes() == b"new"
    assert names(file.parent) == [file.name]
