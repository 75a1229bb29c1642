"""The methods that the markers in instrumented code call."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

from graphlint.autograd.events import Discarded
from graphlint.confirm.limits import EveryFindingDecided, Limits
from graphlint.confirm.questions import Asker
from graphlint.confirm.recorder import Recorder
from graphlint.confirm.retention import RetentionTracker
from graphlint.ir.discarded_results import COPIES

METHODS_TO_CALL = frozenset(("eval", "train", "zero_grad", "step", "backward"))


class Markers:
    """Records iterations, statements and discarded values."""

    def __init__(self, recorder: Recorder, retention: RetentionTracker, limits: Limits) -> None:
        self.places, self.recorder, self.retention, self.limits = recorder.places, recorder, retention, limits
        self.library = recorder.library
        self.asker: Asker | None = None

    def enter(self) -> None:
        """Enter a function."""
        self.places.enter(sys._getframe(1))

    def begin(self, loop: int) -> None:
        """Begin a loop."""
        self.places.begin(sys._getframe(1), loop)

    def iterate(self, loop: int, may_end: bool) -> bool:
        """Begin an iteration; return True if the loop has to end instead."""
        self.limits.check()
        frame = sys._getframe(1)
        if may_end and self.limits.ends_loop(self.places.trained_iterations(frame, loop)):
            return True
        self.places.iterate(frame, loop)
        with self.library.unobserved():
            self.retention.names(frame, None)
        return False

    def end(self, loop: int) -> None:
        """End a loop."""
        self.end_loop(sys._getframe(1), loop)

    def returned(self, value: Any, *loops: int) -> Any:
        """End the loops from within which a function returns a value, innermost first."""
        for loop in loops:
            self.end_loop(sys._getframe(1), loop)
        return value

    def end_loop(self, frame: FrameType, loop: int) -> None:
        """End a loop of a frame, and report the graphs that it has left."""
        last = self.places.end(frame, loop)
        if last is not None:
            with self.library.unobserved():
                self.retention.at_end(frame, last)
            self.recorder.loop_ended(last)
            if self.asker is not None:
                with self.library.unobserved():
                    decided = self.asker.is_decided()
                if decided:
                    raise EveryFindingDecided("every finding is decided")

    def iterate_comprehension(self, loop: int, iterable: Any) -> Iterator[Any]:
        """Iterate over a comprehension's iterable, recording the iterations."""
        started_frame: Any = None
        for item in iterable:
            frame = sys._getframe(1)
            if started_frame is None:
                self.places.begin(frame, loop)
            started_frame = frame
            self.places.iterate(frame, loop)
            yield item
        if started_frame is not None:
            self.places.end(started_frame, loop)

    def reach(self, statement: int) -> None:
        """Record that a statement is about to be executed."""
        site = self.places.statement(sys._getframe(1), statement)
        self.recorder.executed[site] = self.recorder.executed.get(site, 0) + 1

    def after(self, statement: int) -> None:
        """Record the effects of a statement after its execution."""
        self.limits.check()
        frame = sys._getframe(1)
        site = self.places.statement(frame, statement)
        self.recorder.executed[site] = self.recorder.executed.get(site, 0) + 1
        with self.library.unobserved():
            self.retention.after(frame, statement)
            name = self.places.file(frame).instrumented.unused_detaches.get((site.line, site.column, site.end_line, site.end_column))
            if name is not None:
                self.recorder.unused_detach(site, frame.f_locals.get(name))

    def dropped(self, value: Any, kind: str, method: str) -> Any:
        """Record the discarded value of an expression statement."""
        mode = self.library.grad_mode_of(value)
        if mode and mode != "set_grad_enabled":
            self.recorder.dropped(mode, Discarded.MODE)
        elif self.library.grad_mode_class(value):
            self.recorder.dropped(self.library.grad_mode_class(value), Discarded.MODE)
        elif kind == "attribute" and getattr(value, "__name__", "") in METHODS_TO_CALL and hasattr(value, "__self__"):
            self.recorder.dropped(value.__name__, Discarded.METHOD)
        elif kind == "call" and method in COPIES and self.library.is_tensor(value):
            self.recorder.dropped(method, Discarded.COPY)
        return value

    def manager(self, value: Any) -> Any:
        """Record a context manager before it is entered."""
        if self.library.grad_mode_class(value):
            self.recorder.dropped(self.library.grad_mode_class(value), Discarded.MODE_CLASS)
        return value
