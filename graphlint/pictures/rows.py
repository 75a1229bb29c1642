"""From moments to rows: which statement of which function shows an event, in which iteration, and the order of time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import NamedTuple

from graphlint.autograd.events import LoopIteration, Site
from graphlint.pictures.draft import Moment
from graphlint.pictures.names import expression_of, without_comments
from graphlint.pictures.record import Row, Turn
from graphlint.source.enclosing_function import Functions
from graphlint.source.source import Source

LOOPS = ("for ", "while ", "async ", "def ", "class ", "@")
"""The beginnings of loops that are statements, and of functions that a framework calls repeatedly."""


class Key(NamedTuple):
    """The identity of a row: the calls that lead to its function, the iterations around it, and its statement."""

    calls: tuple[Site, ...]
    turns: tuple[LoopIteration, ...]
    path: str
    line: int
    end_line: int


class Statements:
    """The statements of the program, by place.

    Args:
        source: returns a file by its path, None if it is unavailable.
    """

    def __init__(self, source: Callable[[str], Source | None]) -> None:
        self._source = source
        self._functions: dict[str, Functions | None] = {}

    def span(self, site: Site) -> tuple[int, int]:
        """Return the first and last line of the statement at a site."""
        functions = self._functions_of(site.path)
        return functions.statement_at(site.line) if functions is not None else (site.line, site.line)

    def text(self, key: Key, *, joined: bool = True) -> str:
        """Return the source of a row's statement, on one line."""
        source = self._source(key.path)
        lines = [source.shown_line(line) for line in range(key.line, key.end_line + 1)] if source is not None else []
        return without_comments("\n".join(lines)) if joined else "\n".join(lines)

    def expression(self, site: Site) -> str:
        """Return the source of an expression."""
        source = self._source(site.path)
        return source.span(*site[1:]) if source is not None and site.line > 0 else ""

    def focus(self, site: Site) -> str:
        """Return the part of an expression that says what it does: of the call of a method, the method and its arguments."""
        text = without_comments(self.expression(site))
        call = expression_of(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.value.end_col_offset is not None:
            return text.encode()[call.func.value.end_col_offset :].decode()
        return text

    def is_part(self, loop: Site, path: str, span: tuple[int, int]) -> bool:
        """Return True if a loop is a comprehension in a statement: its iterations are not executions of the statement."""
        first, last = span
        if loop.path != path or loop.line < first or loop.end_line > last:
            return False
        return not self.expression(loop).startswith(LOOPS)

    def row(self, key: Key, *, is_place: bool) -> Row:
        """Return the row of a key."""
        source, functions = self._source(key.path), self._functions_of(key.path)
        first = source.place(key.line, 1) if source is not None else None
        last = source.place(key.end_line, 1) if source is not None else None
        return Row(
            path=key.path,
            line=first.row if first is not None else key.line,
            end_line=last.row if last is not None else key.end_line,
            function=functions.at(key.line) if functions is not None else "",
            source=self.text(key),
            turns=tuple(self._turn(turn) for turn in key.turns),
            is_place=is_place,
            cell=first.cell if first is not None else None,
        )

    def _turn(self, turn: LoopIteration) -> Turn:
        source = self._source(turn.loop.path)
        line = source.place(turn.loop.line, 1).row if source is not None else turn.loop.line
        header = source.line(turn.loop.line).lstrip() if source is not None else ""
        return Turn(line, turn.number, header.startswith(("def ", "async def ", "class ", "@")))

    def _functions_of(self, path: str) -> Functions | None:
        if path not in self._functions:
            source = self._source(path)
            self._functions[path] = Functions(source) if source is not None else None
        return self._functions[path]


class Frames:
    """The functions of a picture: events in functions that they call are shown at the call.

    Args:
        shown: the calls that lead to each function of the picture. Those that lead to the calls are shown, too.
    """

    def __init__(self, shown: Iterable[tuple[Site, ...]], statements: Statements) -> None:
        self._shown = {calls[:depth] for calls in shown for depth in range(len(calls) + 1)} | {()}
        self._statements = statements

    def key(self, moment: Moment, within: tuple[Site, ...] | None = None) -> Key:
        """Return the row of a moment.

        Args:
            within: the calls that lead to the function of the row, if the moment is inside them; None for the innermost one shown.
        """
        calls = moment.context.calls
        if within is not None and calls[: len(within)] == within:
            depth = len(within)
        else:
            depth = max(depth for depth in range(len(calls) + 1) if calls[:depth] in self._shown)
        stack = (*calls[:depth], (*calls, moment.site)[depth])
        span = self._statements.span(stack[-1])
        turns = tuple(
            turn
            for turn in moment.context.iterations
            if any(turn.loop.contains(site) for site in stack) and not self._statements.is_part(turn.loop, stack[-1].path, span)
        )
        return Key(calls[:depth], turns, stack[-1].path, *span)

    def time(self, key: Key, *, is_end: bool) -> tuple[tuple[int, int], ...]:
        """Return a value that orders rows as they are executed: by loop, iteration and line, from the outermost function inward.

        Args:
            is_end: the row shows the end of its statement, after the rows of the functions that it calls; otherwise its beginning.
        """
        found: list[tuple[int, int]] = []
        pending = list(key.turns)
        last = Site(key.path, key.line, 0, key.line, 0)
        for site in (*key.calls, last):
            around = [turn for turn in pending if turn.loop.path == site.path and turn.loop.line <= site.line <= turn.loop.end_line]
            pending = [turn for turn in pending if turn not in around]
            found.extend((turn.loop.line, turn.number) for turn in around)
            found.append((site.line, int(is_end)) if site is last else (self._statements.span(site)[0], 0))
        return tuple(found)

    def is_inside(self, key: Key, call: Key) -> bool:
        """Return True if a row is in a function that the statement of another row calls, in the same iterations."""
        depth = len(call.calls)
        if key.calls[:depth] != call.calls or len(key.calls) <= depth or key.turns[: len(call.turns)] != call.turns:
            return False
        site = key.calls[depth]
        return site.path == call.path and call.line <= site.line <= call.end_line
