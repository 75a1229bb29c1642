"""Where a run is: the sites of the program's frames, the calls that led there, and the loops under way."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from types import FrameType

from graphlint.autograd.events import Context, Site, Turn
from graphlint.confirm.marking import Marked

COMPREHENSIONS = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"))


@dataclass
class Places:
    """Knows, at any moment, the site under way and what it is inside of.

    `turns` are the loops under way in each frame; a frame that begins anew forgets those of the frame whose number it has taken over.
    """

    path: str
    marked: Marked
    lines: list[str]
    turns: dict[int, list[Turn]] = field(default_factory=dict)
    runs: int = 0

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
        turns = tuple(turn for frame in frames for turn in self.turns.get(id(frame), ()))
        around = tuple(word for site in sites for word in self.marked.around.get(site.line, ()))
        return sites[-1], Context(tuple(sites[:-1]), names, turns, around)

    def statement(self, number: int) -> Site:
        """A statement by its number."""
        return Site(self.path, *self.marked.spans[number])

    def enter(self, frame: FrameType) -> None:
        """A function begins."""
        self.turns.pop(id(frame), None)

    def begin(self, frame: FrameType, loop: int) -> None:
        """A loop begins."""
        self.runs += 1
        self.turns.setdefault(id(frame), []).append(Turn(Site(self.path, *self.marked.loops[loop]), self.runs, 0))

    def turn(self, frame: FrameType, loop: int) -> None:
        """An iteration begins; loops inside of this one that were left by `continue` or an exception are over."""
        stack = self.turns.get(id(frame), [])
        site = Site(self.path, *self.marked.loops[loop])
        while stack and stack[-1].loop != site:
            stack.pop()
        if stack:
            stack[-1] = stack[-1]._replace(number=stack[-1].number + 1)

    def end(self, frame: FrameType, loop: int) -> Turn | None:
        """A loop is over: its last turn."""
        stack = self.turns.get(id(frame), [])
        site = Site(self.path, *self.marked.loops[loop])
        while stack:
            last = stack.pop()
            if last.loop == site:
                return last
        return None
