"""A progress bar on the standard error, for people who wait: on a terminal, once a run has taken longer than a moment."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0


@contextmanager
def progress(total: int, stream: TextIO | None, clock: Callable[[], float] = time.monotonic) -> Iterator[Callable[[int], None]]:
    """Show how far a run has come, as long as the block runs.

    Yields:
        A function to call with the number of files that are done.
    """
    if stream is None or not stream.isatty():
        yield _nothing
        return
    bar = _Bar(total, stream, clock)
    try:
        yield bar.advance
    finally:
        bar.end()


def _nothing(number: int) -> None:
    """Show nothing."""


class _Bar:
    """A bar that appears late, so that a short run shows nothing and never waits for rich."""

    def __init__(self, total: int, stream: TextIO, clock: Callable[[], float]) -> None:
        self._total = total
        self._stream = stream
        self._clock = clock
        self._begun = clock()
        self._done = 0
        self._shown: tuple[Progress, TaskID] | None = None

    def advance(self, number: int) -> None:
        """Count some files as done, and show the bar if it is time."""
        self._done += number
        if self._shown is None and self._clock() - self._begun > PATIENCE:
            self._shown = self._start()
        if self._shown is not None:
            bar, task = self._shown
            bar.update(task, completed=self._done)

    def end(self) -> None:
        """Take the bar away, so that nothing of it stands among the findings."""
        if self._shown is not None:
            self._shown[0].stop()

    def _start(self) -> tuple[Progress, TaskID]:
        """The bar, begun."""
        from rich.console import Console  # noqa: PLC0415  a second of waiting pays for the import; a short run never does
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415

        columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TextColumn("files"))
        bar = Progress(*columns, console=Console(file=self._stream), transient=True)
        bar.start()
        return bar, bar.add_task("", total=self._total, completed=self._done)
