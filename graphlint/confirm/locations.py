"""Where a run is: the sites of the program's frames, the calls that led there, and the loops under way."""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType

from graphlint.autograd.events import Context, LoopIteration, Site
from graphlint.confirm.instrument import Marked

COMPREHENSIONS = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"))


@dataclass
class Places:
    """Knows, at any moment, the site under way and what it is inside of.

    `turns` are the loops under way in each frame; a frame that begins anew forgets those of the frame whose number it has taken over.
    `ahead` are the frames whose `for` has asked a generator for an item, and whose generator has turned its own loop since,
    `repeating` those in which the library calls the program's function again and again.
    """

    path: str
    marked: Marked
    lines: list[str]
    turns: dict[int, list[LoopIteration]] = field(default_factory=dict)
    runs: int = 0
    ahead: set[int] = field(default_factory=set)
    repeating: list[FrameType] = field(default_factory=list)

    def frames(self) -> list[FrameType]:
        """The program's frames, outermost first."""
        found: list[FrameType] = []
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_code.co_filename == self.path:
                found.append(frame)
            frame = frame.f_back
        return found[::-1]

    def site(self, frame: FrameType) -> Site:
        """The expression that a frame is evaluating; before Python 3.11 its line."""
        positions = getattr(frame.f_code, "co_positions", None)
        if positions is not None:
            line, end_line, column, end_column = list(positions())[frame.f_lasti // 2]
            if None not in (line, end_line, column, end_column):
                here = (line, column, end_line, end_column)
                return Site(self.path, *self.marked.stores.get(here, here))
        line = frame.f_lineno
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        return Site(self.path, line, len(text) - len(text.lstrip()), line, len(text.encode()))

    def here(self) -> tuple[Site, Context]:
        """The site under way and its context."""
        frames = self.frames()
        if not frames:
            return Site(self.path, 1, 0, 1, 0), Context()
        # Before Python 3.12 a comprehension has a frame of its own, which is no call of the program's.
        inner = [each.f_code.co_name in COMPREHENSIONS for each in frames]
        sites = [self.site(frame) for frame, after in zip(frames, [*inner[1:], False], strict=True) if not after]
        names = tuple(frame.f_code.co_name for frame in frames if not frame.f_code.co_name.startswith("<"))
        turns = tuple(turn for frame, after in zip(frames, [*frames[1:], None], strict=True) for turn in self.under_way(frame, after))
        around = tuple(word for site in sites for word in self.marked.around.get(site.line, ()))
        return sites[-1], Context(tuple(sites[:-1]), names, turns, around)

    def under_way(self, frame: FrameType, after: FrameType | None) -> Iterator[LoopIteration]:
        """The loops under way in a frame: what a generator makes for the next turn of its consumer belongs to that one."""
        turns = self.turns.get(id(frame), [])
        yield from turns[:-1]
        if turns:
            last = turns[-1]
            yield last._replace(number=last.number + 1) if after is not None and id(frame) in self.ahead else last

    def statement(self, number: int) -> Site:
        """A statement by its number."""
        return Site(self.path, *self.marked.spans[number])

    def enter(self, frame: FrameType) -> None:
        """A function begins."""
        self.turns.pop(id(frame), None)
        self.ahead.discard(id(frame))

    def begin(self, frame: FrameType, loop: int) -> None:
        """A loop begins."""
        self.runs += 1
        self.turns.setdefault(id(frame), []).append(LoopIteration(Site(self.path, *self.marked.loops[loop]), self.runs, 0))

    def turn(self, frame: FrameType, loop: int) -> None:
        """An iteration begins; loops inside of this one that were left by `continue` or an exception are over."""
        stack = self.turns.get(id(frame), [])
        site = Site(self.path, *self.marked.loops[loop])
        while stack and stack[-1].loop != site:
            stack.pop()
        if stack:
            stack[-1] = stack[-1]._replace(number=stack[-1].number + 1)
        self.ahead.discard(id(frame))
        consumer = frame.f_back
        if consumer is not None and frame.f_code.co_flags & inspect.CO_GENERATOR and self.asks(consumer):
            self.ahead.add(id(consumer))

    def asks(self, frame: FrameType) -> bool:
        """Whether a frame of the program's is at a `for` that asks for its next item."""
        return frame.f_code.co_filename == self.path and dis.opname[frame.f_code.co_code[frame.f_lasti]] == "FOR_ITER"

    def repeats(self) -> None:
        """The library begins to call back, as often as it likes: a loop that the program does not write."""
        frame = self.frames()[-1]
        self.runs += 1
        self.turns.setdefault(id(frame), []).append(LoopIteration(self.site(frame), self.runs, 0))
        self.repeating.append(frame)

    def again(self) -> None:
        """The library calls back."""
        stack = self.turns[id(self.repeating[-1])]
        stack[-1] = stack[-1]._replace(number=stack[-1].number + 1)

    def repeated(self) -> None:
        """The library does not call back any more."""
        self.turns[id(self.repeating.pop())].pop()

    def end(self, frame: FrameType, loop: int) -> LoopIteration | None:
        """A loop is over: its last turn."""
        self.ahead.discard(id(frame))
        stack = self.turns.get(id(frame), [])
        site = Site(self.path, *self.marked.loops[loop])
        while stack:
            last = stack.pop()
            if last.loop == site:
                return last
        return None
