"""A worker's session: its folder, and the checks that the properties compare."""

from __future__ import annotations

import contextlib
import io
import os
import random
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fuzzing.input import Input
from fuzzing.problems import Problem, raised
from graphlint.check import workers
from graphlint.check.check_config import SAFE, UNSAFE, ConfigResolver, FixMode
from graphlint.check.checker import Checker
from graphlint.check.diagnostic import Diagnostic, Place
from graphlint.check.file_result import FileResult
from graphlint.cli.main import main
from graphlint.config.settings import Settings
from graphlint.rule.registry import Registry, discover

if TYPE_CHECKING:
    from fuzzing.lsp_client import Server
    from fuzzing.worker import WorkerProcess

INTERNAL = "internal error"
DEFAULT = Settings()
ALL_RULES = Settings(select=("ALL",))


@dataclass(frozen=True)
class Output:
    """The exit status and the output of the command."""

    status: int
    out: str
    err: str


@dataclass
class Session:
    """The state of a worker. `folder` is empty when an input starts; the current directory is there."""

    base: Path
    registry: Registry = field(default_factory=discover)
    counts: Counter[str] = field(default_factory=Counter)
    before_operation: Callable[[], None] = lambda: None
    """Called before each check and command."""
    other: WorkerProcess | None = None
    server: Server | None = None

    @property
    def folder(self) -> Path:
        return self.base / "input"

    def start(self, item: Input) -> random.Random:
        """Write the files of an input into an empty folder, and return the source of its choices."""
        os.chdir(self.base)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        os.chdir(self.folder)
        for name, data in item.files.items():
            self.write(name, data)
        return random.Random(item.seed)

    def write(self, name: str, data: bytes) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def close(self) -> None:
        """End the other processes."""
        if self.other is not None:
            self.other.end()
        if self.server is not None:
            self.server.end()

    def check(
        self,
        paths: Sequence[str],
        settings: Settings = DEFAULT,
        mode: FixMode = FixMode.OFFER,
        *,
        contents: Mapping[str, bytes] | None = None,
        safe: bool = False,
        jobs: int = 1,
        cache: str | None = None,
    ) -> list[FileResult]:
        """Check files of the folder as the command does.

        Args:
            contents: contents that replace those on disk.
            safe: apply safe fixes only.
        """
        self.before_operation()
        resolver = ConfigResolver(self.registry, mode, SAFE if safe else UNSAFE)
        checker = Checker(resolver, settings, jobs, cache)
        results = checker.check(list(paths), contents, folders=["."], named=frozenset(paths))
        self.counts["findings"] += sum(len(result.diagnostics) for result in results)
        return results

    def command(self, *words: str, stdin: bytes = b"") -> Output:
        """Run the command in this process."""
        self.before_operation()
        streams = sys.stdin, sys.stdout, sys.stderr
        out, err = _Stream(), _Stream()
        sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(stdin), "utf-8"), out, err
        try:
            status = main(words)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams
        self.counts["commands"] += 1
        return Output(status, out.text, err.text)


class _Stream(io.TextIOWrapper):
    """An output stream in memory with a descriptor: the command redirects it when a pipe is closed."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), "utf-8")
        self._null = os.open(os.devnull, os.O_WRONLY)

    def fileno(self) -> int:
        return self._null

    @property
    def text(self) -> str:
        self.flush()
        data = self.buffer
        assert isinstance(data, io.BytesIO)
        os.close(self._null)
        return data.getvalue().decode("utf-8", "replace")


def internal_errors(results: Sequence[FileResult]) -> Iterator[Problem]:
    """Yield the internal errors of a check. An error that names the reason why a file cannot be read is none."""
    for result in results:
        if result.failure is not None and INTERNAL in result.failure.message:
            yield raised(INTERNAL, result.failure.detail or result.failure.message)


def summary(results: Sequence[FileResult]) -> tuple[object, ...]:
    """Return what is reported of files, in a form that does not depend on the process."""
    return tuple(
        (result.path, result.failure and result.failure.message, result.notes, *map(_described, result.diagnostics)) for result in results
    )


def _described(item: Diagnostic) -> tuple[object, ...]:
    related = tuple((other.message, _placed(other.place)) for other in item.related)
    fix = item.fix and (item.fix.message, item.fix.applicability.value, *((edit.start, edit.end, edit.text) for edit in item.fix.edits))
    tags = tuple(sorted(tag.value for tag in item.tags))
    words = (item.severity.value, item.message, *item.notes, item.help, item.function, item.fingerprint)
    return (item.code, _placed(item.place), words, related, fix, tags)


def _placed(place: Place) -> tuple[object, ...]:
    return (place.path, tuple(place.start), tuple(place.end), place.line)


def difference(kind: str, one: tuple[object, ...], two: tuple[object, ...]) -> Problem | None:
    """Return the problem if two summaries differ: the kind names the two ways of checking."""
    if one == two:
        return None
    for first, second in zip(one, two, strict=False):
        if first != second:
            assert isinstance(first, tuple)
            assert isinstance(second, tuple)
            only = [item for item in first if item not in second], [item for item in second if item not in first]
            return Problem(f"differs: {kind}", _codes(*only), f"{only[0]}\n{only[1]}")
    return Problem(f"differs: {kind}", "number of files")


def _codes(*sides: Sequence[object]) -> str:
    """Return the codes of the findings that differ."""
    return ", ".join(sorted({str(item[0]) for side in sides for item in side if isinstance(item, tuple) and item}))


@contextlib.contextmanager
def processes_for_small_files() -> Iterator[None]:
    """Use several processes however small the files are."""
    before = workers.BYTES_WORTH_A_PROCESS
    workers.BYTES_WORTH_A_PROCESS = 1
    try:
        yield
    finally:
        workers.BYTES_WORTH_A_PROCESS = before
