"""The kind `fault`: a process that is killed, or a disk that is full, leaves each file as it was or as it should become."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from fuzzing.input import Input, Step
from fuzzing.problems import Problem
from fuzzing.session import INTERNAL, Output, Session

try:
    import resource
except ImportError:  # pragma: no cover
    resource = None  # type: ignore[assignment]

CHANGES = frozenset(
    ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.link", "os.symlink", "os.truncate", "os.utime", "tempfile.mkstemp")
)
"""The audit events of changes of the file system, besides a file that is opened for writing."""
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "fix": ("check", "--isolated", "--no-cache", "--fix", "--unsafe-fixes"),
    "noqa": ("check", "--isolated", "--no-cache", "--add-noqa"),
    "baseline": ("check", "--isolated", "--no-cache", "--write-baseline", "base.json"),
    "cache": ("check", "--isolated", "--cache-dir", "cache"),
}
WRITES_WHAT_WAS_ASKED = frozenset(("fix", "noqa", "baseline"))


def run(item: Input, session: Session) -> Iterator[Problem]:
    """Run a command that is disturbed, and compare the files with those of a command that is not."""
    session.start(item)
    words = (*COMMANDS[item.variant], *sorted(item.files))
    right = session.command("check", *sorted(item.files), "--isolated", "--no-cache", "--output-format", "json")
    session.command(*words)
    wanted = _contents(session)
    shutil.rmtree("cache", ignore_errors=True)
    session.start(item)
    before = _contents(session)
    status, output = _disturbed(words, item.steps, session)
    session.counts["faults"] += status not in (0, 1)
    after = _contents(session)
    for name in sorted(before | wanted):
        if after.get(name) not in (before.get(name), wanted.get(name)):
            yield Problem("file lost or torn", f"{item.variant}: {item.steps[0].name}", f"{name}: {after.get(name)!r}")
    # A temporary file may be left by a process that was killed, never by one that ended.
    left = sorted(after.keys() - before.keys() - wanted.keys())
    if left and status >= 0:
        yield Problem("temporary file left", item.variant, ", ".join(left))
    if any(not Path(name).name.startswith(".") for name in left):
        yield Problem("temporary file that is not hidden", item.variant, ", ".join(left))
    if status >= 0:
        yield from _after_full_disk(status, output, item, complete=after == wanted)
    later = session.command("check", *sorted(item.files), "--isolated", "--cache-dir", "cache", "--output-format", "json")
    if item.variant == "cache" and (later.status, later.out) != (right.status, right.out):
        yield Problem("cache of a disturbed run", item.steps[0].name, later.out)


def _after_full_disk(status: int, errors: str, item: Input, *, complete: bool) -> Iterator[Problem]:
    if INTERNAL in errors or "Traceback (most recent call last)" in errors:
        yield Problem("internal error on a full disk", item.variant, errors)
    elif status not in (0, 1, 2):
        yield Problem("exit status", str(status), errors)
    elif item.variant in WRITES_WHAT_WAS_ASKED and not complete and (status != 2 or "error" not in errors):
        yield Problem("failed write without an error", item.variant, f"status {status}: {errors}")


def _disturbed(words: tuple[str, ...], steps: tuple[Step, ...], session: Session) -> tuple[int, str]:
    """Run the command in a forked process. Return its exit status, negative if it was killed, and its errors."""
    errors = session.base / "errors.txt"
    child = os.fork()
    if child == 0:
        status = 3
        try:
            for step in steps:
                _arrange(step)
            output = session.command(*words)
            _report(output, errors)
            status = output.status
        finally:
            os._exit(status)
    _, result = os.waitpid(child, 0)
    text = errors.read_text(encoding="utf-8") if errors.is_file() else ""
    errors.unlink(missing_ok=True)
    return os.waitstatus_to_exitcode(result), text


def _report(output: Output, target: Path) -> None:
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    target.write_text(output.err, encoding="utf-8")


def _arrange(step: Step) -> None:
    """Limit the size of files, or kill this process before a change of the file system."""
    if step.name == "full disk" and resource is not None:
        _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (step.start, most))
        return
    remaining = step.start

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal remaining
        if event in CHANGES or (event == "open" and _opens_for_writing(*arguments)):
            remaining -= 1
            if remaining == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)


def _opens_for_writing(path: object, mode: object, flags: object) -> bool:
    """Return True for a file that is opened for writing, by the arguments of the audit event."""
    del mode
    return path != os.devnull and isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR))


def _contents(session: Session) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in session.folder.iterdir() if path.is_file()}
