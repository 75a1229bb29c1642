"""Parse the tracebacks of Python and IPython in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from graphlint.common.network_paths import local_path
from graphlint.explain.log_lines import streams
from graphlint.explain.records import ForwardTrace, Frame, RaisedError, TracebackText

# Numbers of lines and cells have at most nine digits: Python refuses to convert one of thousands, which a damaged log may hold.
_START = re.compile(r"(?:Exception Group )?Traceback \(most recent call last\)")
_PYTHON_FRAME = re.compile(r'^\s*File "(?P<path>.+?)", line (?P<line>\d{1,9})(?:, in (?P<function>.+))?$')
_CELL_FRAME = re.compile(r"^(?:Cell |Input )?In ?\[(?P<cell>\d{1,9})\](?:, line (?P<line>\d{1,9})|, in )?(?P<function>.*)$")
_OLD_CELL_FRAME = re.compile(r"^<ipython-input-(?P<cell>\d{1,9})-[0-9a-fA-F]+>(?:\(\d+\))? in (?P<function>.*)$")
_CELL_FILE = re.compile(r"^<ipython-input-(?P<cell>\d{1,9})-[0-9a-fA-F]+>$")
_KERNEL_FILE = re.compile(r"[/\\]ipykernel_\d+[/\\]\d+\.py$")
_IPYTHON_FRAME = re.compile(r"^(?:File )?(?P<path>(?:[A-Za-z]:)?[^:]*\.py)(?::(?P<line>\d{1,9}))?(?:,)? in (?P<function>.*)$")
_ARROW = re.compile(r"^-+> ?(?P<line>\d{1,9})(?: (?P<text>.*))?$")
_AROUND = re.compile(r"^\s{0,8}(?P<line>\d{1,9})(?: (?P<text>.*))?$")
_MARKERS = re.compile(r"^[\s^~]+$")
_REPEATED = re.compile(r"^\s*\[Previous line repeated \d+ more times?\]$")
_ERROR = re.compile(r"^(?P<kind>(?:[A-Za-z_]\w*\.)*[A-Z_]\w*)(?:: (?P<message>.*)|:?)$")
_CHAIN = re.compile(r"^(?:The above exception was the direct cause of|During handling of the above exception)")
_FORWARD = re.compile(r"Error detected in (?P<operation>\w+)\. Traceback of forward call that caused the error:")
_RULE = re.compile(r"^-{20,}$")
LONGEST_MESSAGE = 60
"""The most lines of a message: what follows in a log is written by others."""


@dataclass(slots=True)
class _Reader:
    """The state of reading one process's lines."""

    errors: list[RaisedError] = field(default_factory=list)
    forward: ForwardTrace | None = None
    frames: list[Frame] = field(default_factory=list)
    inside: bool = False
    operation: str = ""

    def read(self, lines: list[str]) -> None:
        index = 0
        while index < len(lines):
            line = lines[index].rstrip()
            index += 1
            if found := _FORWARD.search(line):
                self.operation, self.frames, self.inside = found["operation"], [], False
            elif _START.search(line):
                self._end_forward()
                self.frames, self.inside = [], True
            elif (self.inside or self.operation) and self._is_part(line):
                continue
            elif self.operation:
                self._end_forward()
            elif self.inside and self.frames and (error := _ERROR.match(line)):
                message = list(_rest_of_message(lines, index))
                index += len(message)
                text = "\n".join([error["message"] or "", *message]).rstrip()
                self.errors.append(RaisedError(error["kind"], text, tuple(self.frames)))
                self.frames, self.inside = [], False
        self._end_forward()

    def _is_part(self, line: str) -> bool:
        """Read a line of a traceback: a frame's header, or a source line. Return False for any other one."""
        frame = _frame(line)
        if frame is not None:
            self.frames.append(frame)
            return True
        if not self.frames or not line or _MARKERS.match(line) or _REPEATED.match(line):
            return not line or bool(self.frames)
        last = self.frames[-1]
        if arrow := _ARROW.match(line):
            self.frames[-1] = replace(last, line=last.line or int(arrow["line"]), text=(arrow["text"] or "").strip())
            return True
        if around := _AROUND.match(line):
            self.frames[-1] = replace(last, lines=(*last.lines, (int(around["line"]), around["text"] or "")))
            return True
        if line.startswith("  "):
            if not last.text:
                self.frames[-1] = replace(last, text=line.strip())
            return True
        return False

    def _end_forward(self) -> None:
        if self.operation and self.frames:
            self.forward = self.forward or ForwardTrace(self.operation, tuple(self.frames))
            self.frames = []
        self.operation = ""


def parse(text: str) -> TracebackText:
    """Find all tracebacks in a text; those of several processes one process after the other."""
    errors: list[RaisedError] = []
    forward: ForwardTrace | None = None
    for lines in streams(text):
        reader = _Reader()
        reader.read(lines)
        errors.extend(reader.errors)
        forward = forward or reader.forward
    return TracebackText(tuple(errors), forward)


def _rest_of_message(lines: list[str], start: int) -> Iterator[str]:
    """Yield the further lines of a message."""
    for index in range(start, min(start + LONGEST_MESSAGE, len(lines))):
        line = lines[index].rstrip()
        if _START.search(line) or _CHAIN.match(line) or _FORWARD.search(line) or _RULE.match(line):
            return
        yield line


def _frame(line: str) -> Frame | None:
    """Return the frame of a header line, None for any other line."""
    if found := _PYTHON_FRAME.match(line):
        if cell := _CELL_FILE.match(found["path"]):
            return Frame("", int(found["line"]), found["function"] or "", cell=int(cell["cell"]))
        if _KERNEL_FILE.search(found["path"]):
            return Frame("", int(found["line"]), found["function"] or "", cell=0)
        return Frame(local_path(found["path"]), int(found["line"]), found["function"] or "")
    if found := _CELL_FRAME.match(line) or _OLD_CELL_FRAME.match(line):
        groups = found.groupdict()
        return Frame("", int(groups.get("line") or 0), (groups["function"] or "").strip(" ,"), cell=int(groups["cell"]))
    if found := _IPYTHON_FRAME.match(line):
        return Frame(local_path(found["path"]), int(found["line"] or 0), found["function"] or "")
    return None
