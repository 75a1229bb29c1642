"""Location of a run: the sites of the program's frames, their calls, and the loops in progress."""

from __future__ import annotations

import dis
import inspect
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

from graphlint.autograd.events import Context, LoopIteration, Site
from graphlint.autograd.numbers import RunNumber
from graphlint.confirm.program import Program, ProgramFile

Position = tuple[Any, Any, Any, Any]  # of ints, or None where the compiler knows no column

FLAGS = frozenset(("volatile",))
"""Keywords that are wrong only if they are True: the call that sets them is wrong, not a function that passes them on."""

COMPREHENSIONS = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"))


@dataclass
class LocationTracker:
    """Tracks the current site and its context.

    `turns` are the loops in progress per frame id; `enter` clears those of an earlier frame with the same id. `ahead` are the frames whose
    `for` has requested an item from a generator that has since advanced its own loop. `callback_frames` are the frames in which the library
    calls functions of the program repeatedly. `positions` are those of the instructions of each code object, by its id. `trained` are the
    iterations in which an optimizer has stepped, by the run of the loop.
    """

    program: Program
    turns: dict[int, list[LoopIteration]] = field(default_factory=dict)
    runs: int = 0
    ahead: set[int] = field(default_factory=set)
    callback_frames: list[FrameType] = field(default_factory=list)
    positions: dict[int, tuple[CodeType, list[Position]]] = field(default_factory=dict)
    trained: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))

    def frames(self) -> list[FrameType]:
        """Return the program's frames, outermost first."""
        frames: list[FrameType] = []
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_code.co_filename in self.program.files:
                frames.append(frame)
            frame = frame.f_back
        return frames[::-1]

    def site(self, frame: FrameType) -> Site:
        """Return the expression that a frame evaluates; before Python 3.11 its line."""
        file, positions = self.file(frame), self.positions_of(frame.f_code)
        if positions:
            line, end_line, column, end_column = positions[frame.f_lasti // 2]
            if None not in (line, end_line, column, end_column):
                here = (line, column, end_line, end_column)
                return Site(file.path, *file.instrumented.stores.get(here, here))
        line = frame.f_lineno
        text = file.lines[line - 1] if line <= len(file.lines) else ""
        return Site(file.path, line, len(text) - len(text.lstrip()), line, len(text.encode()))

    def file(self, frame: FrameType) -> ProgramFile:
        """Return the file whose code a frame executes."""
        return self.program.files[frame.f_code.co_filename]

    def positions_of(self, code: CodeType) -> list[Position]:
        """Return the source position of each instruction, none before Python 3.11.

        They are read once for each code object, by its id, as its hash covers all it contains. The entry keeps the object alive, so that
        no other gets its id.
        """
        if id(code) not in self.positions:
            read = getattr(code, "co_positions", None)
            self.positions[id(code)] = code, [] if read is None else list(read())
        return self.positions[id(code)][1]

    def here(self) -> tuple[Site, Context]:
        """Return the current site and its context."""
        return self._place(self.frames())

    def keyword(self, name: str) -> tuple[Site, Context]:
        """Return the site and context of the call that spells a keyword of the current call: wrappers may only have passed it on."""
        frames = self.frames()
        while len(frames) > 1 and (_receives(frames[-1], name) or self._passes_on(frames[-1], name)):
            frames = frames[:-1]
        return self._place(frames)

    def call_of(self, instance: Any, method: str) -> tuple[Site, Context]:
        """Return the site and context of the program's call of a method: an override may have called that of the library."""
        frames = self.frames()
        while len(frames) > 1 and _is_method_of(frames[-1], instance, method):
            frames = frames[:-1]
        return self._place(frames)

    def _passes_on(self, frame: FrameType, keyword: str) -> bool:
        """Return True if the call that a frame evaluates passes a parameter of its function as a flag."""
        _, line, column, end_line, end_column = self.site(frame)
        return keyword in FLAGS and keyword in self.file(frame).instrumented.passed_on.get((line, column, end_line, end_column), ())

    def _place(self, frames: Sequence[FrameType]) -> tuple[Site, Context]:
        if not frames:
            return Site(self.program.entry, 1, 0, 1, 0), Context()
        # Before Python 3.12 a comprehension has its own frame, which is not a call of the program.
        inner = [frame.f_code.co_name in COMPREHENSIONS for frame in frames]
        sites = [self.site(frame) for frame, after in zip(frames, [*inner[1:], False], strict=True) if not after]
        names = tuple(frame.f_code.co_name for frame in frames if not frame.f_code.co_name.startswith("<"))
        turns = tuple(
            turn for frame, after in zip(frames, [*frames[1:], None], strict=True) for turn in self.loops_in_progress(frame, after)
        )
        around = tuple(word for site in sites for word in self.program.instrumented_at(site).around.get(site.line, ()))
        return sites[-1], Context(tuple(sites[:-1]), names, turns, around)

    def loops_in_progress(self, frame: FrameType, after: FrameType | None) -> Iterator[LoopIteration]:
        """Yield the loops in progress in a frame. Nodes that a generator creates for its consumer's next iteration belong to that
        iteration."""
        turns = self.turns.get(id(frame), [])
        yield from turns[:-1]
        if turns:
            last = turns[-1]
            yield last._replace(number=last.number + 1) if after is not None and id(frame) in self.ahead else last

    def statement(self, frame: FrameType, number: int) -> Site:
        """Return the site of a statement of a frame."""
        file = self.file(frame)
        return Site(file.path, *file.instrumented.spans[number])

    def loop(self, frame: FrameType, number: int) -> Site:
        """Return the site of a loop of a frame."""
        file = self.file(frame)
        return Site(file.path, *file.instrumented.loops[number])

    def note_step(self, context: Context) -> None:
        """Note the iterations in which an optimizer has stepped."""
        for turn in context.iterations:
            self.trained[turn.run].add(turn.number)

    def trained_iterations(self, frame: FrameType, loop: int) -> int:
        """Return the number of iterations of the loop in progress in which an optimizer has stepped."""
        site = self.loop(frame, loop)
        turn = next((turn for turn in reversed(self.turns.get(id(frame), [])) if turn.loop == site), None)
        return 0 if turn is None or turn.run not in self.trained else len(self.trained[turn.run])

    def enter(self, frame: FrameType) -> None:
        """Enter a function."""
        self.turns.pop(id(frame), None)
        self.ahead.discard(id(frame))

    def begin(self, frame: FrameType, loop: int) -> None:
        """Begin a loop."""
        self.runs += 1
        self.turns.setdefault(id(frame), []).append(LoopIteration(self.loop(frame, loop), RunNumber(self.runs), 0))

    def iterate(self, frame: FrameType, loop: int) -> None:
        """Begin an iteration; inner loops that were left by `continue` or an exception end."""
        stack = self.turns.get(id(frame), [])
        site = self.loop(frame, loop)
        while stack and stack[-1].loop != site:
            stack.pop()
        if stack:
            stack[-1] = stack[-1]._replace(number=stack[-1].number + 1)
        self.ahead.discard(id(frame))
        consumer = frame.f_back
        if consumer is not None and frame.f_code.co_flags & inspect.CO_GENERATOR and self.is_requesting_item(consumer):
            self.ahead.add(id(consumer))

    def is_requesting_item(self, frame: FrameType) -> bool:
        """Return whether a frame of the program is at a `for` that requests its next item."""
        return frame.f_code.co_filename in self.program.files and dis.opname[frame.f_code.co_code[frame.f_lasti]] == "FOR_ITER"

    def begin_callbacks(self) -> None:
        """Begin a loop of callbacks from the library."""
        frame = self.frames()[-1]
        self.runs += 1
        self.turns.setdefault(id(frame), []).append(LoopIteration(self.site(frame), RunNumber(self.runs), 0))
        self.callback_frames.append(frame)

    def next_callback(self) -> None:
        """Begin the next callback."""
        stack = self.turns[id(self.callback_frames[-1])]
        stack[-1] = stack[-1]._replace(number=stack[-1].number + 1)

    def end_callbacks(self) -> None:
        """End the loop of callbacks."""
        self.turns[id(self.callback_frames.pop())].pop()

    def end(self, frame: FrameType, loop: int) -> LoopIteration | None:
        """End a loop and return its last iteration."""
        self.ahead.discard(id(frame))
        stack = self.turns.get(id(frame), [])
        site = self.loop(frame, loop)
        while stack:
            last = stack.pop()
            if last.loop == site:
                return last
        return None


def _receives(frame: FrameType, keyword: str) -> bool:
    """Return True if a function received a keyword in its `**` parameter."""
    code = frame.f_code
    if not code.co_flags & inspect.CO_VARKEYWORDS:
        return False
    index = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & inspect.CO_VARARGS)
    return keyword in frame.f_locals.get(code.co_varnames[index], ())


def _is_method_of(frame: FrameType, instance: Any, method: str) -> bool:
    """Return True if a frame executes a method of an object."""
    code = frame.f_code
    return code.co_name == method and code.co_argcount > 0 and frame.f_locals.get(code.co_varnames[0]) is instance
