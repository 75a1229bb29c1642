"""Edit code in the stored text of a notebook, a JSON string or an array of them, with minimal changes.

An edit is given in characters of the code. Each character is one token of the stored text: itself, or an escape. Tokens outside of an edit
keep their spelling, and the array keeps its line breaks and indentation.
"""

from __future__ import annotations

import bisect
import json
import re
from collections.abc import Sequence

from graphlint.source.notebooks.document import items
from graphlint.source.text_edits import Edit

TOKEN = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]",
    re.DOTALL,
)
NEWLINES = frozenset({"\\n", "\\u000a", "\\u000A"})
ESCAPE = re.compile(r"\\u(?!00[01])[0-9a-fA-F]{4}")
SURROGATE = re.compile("[\ud800-\udfff]")


def escapes_everything(text: str) -> bool:
    """Return True if a file escapes all non-ASCII characters, as some tools do and Jupyter does not."""
    return text.isascii() and ESCAPE.search(text) is not None


def edit_stored_text(value: str, edits: Sequence[Edit], ascii_only: bool) -> str:
    """Apply edits of a cell's code to its stored text.

    Args:
        value: the stored text: a JSON string, or an array of strings.
        edits: edits of the code, which do not overlap, in order.
        ascii_only: escape all non-ASCII characters in inserted text.
    """
    if value.startswith('"'):
        lines = _Lines(value[1:-1])
        lines.edit(edits, ascii_only, split=False)
        return f'"{"".join("".join(line) for line in lines.lines)}"'
    spans = list(items(value, 0))
    lines = _Lines(*(value[start + 1 : end - 1] for start, end in spans))
    lines.edit(edits, ascii_only, split=True)
    if not lines.lines:
        return "[]"
    head = value[: spans[0][0]] if spans else "["
    tail = value[spans[-1][1] :] if spans else "]"
    between = value[spans[0][1] : spans[1][0]] if len(spans) > 1 else "," + (head[1:] or " ")
    return head + between.join(f'"{"".join(line)}"' for line in lines.lines) + tail


def code_starts(text: str, start: int) -> list[tuple[int, int]]:
    """Return, for each string of a cell's code, its offset in the code and its offset in the file's text.

    Args:
        start: the offset of the JSON value with the code.
    """
    begins = [start] if text[start] == '"' else [begin for begin, _ in items(text, start)]
    found: list[tuple[int, int]] = []
    before = 0
    for begin in begins:
        found.append((before, begin))
        before += len(json.JSONDecoder().raw_decode(text, begin)[0])
    return found


class _Lines:
    """The strings of a cell's code, each as its tokens."""

    def __init__(self, *contents: str) -> None:
        self.lines = [TOKEN.findall(content) for content in contents]

    def edit(self, edits: Sequence[Edit], ascii_only: bool, split: bool) -> None:
        """Apply edits from the last to the first, so that earlier offsets stay valid."""
        for edit in reversed(edits):
            if not self.lines:
                self.lines = [[]]
            ends: list[int] = []
            for line in self.lines:
                ends.append(len(line) + (ends[-1] if ends else 0))
            last = len(ends) - 1
            one = min(bisect.bisect_right(ends, edit.start), last)
            two = max(one, min(bisect.bisect_left(ends, edit.end), last))
            before = ends[one - 1] if one else 0
            tokens = [token for line in self.lines[one : two + 1] for token in line]
            tokens[edit.start - before : edit.end - before] = _tokens(edit.text, ascii_only)
            while split and tokens and tokens[-1] not in NEWLINES and two < last:
                # The edit joined two lines.
                two += 1
                tokens += self.lines[two]
            # Keep several lines in one string where the file has that.
            apart = split and not any(NEWLINES.intersection(line[:-1]) for line in self.lines[one : two + 1])
            self.lines[one : two + 1] = _split(tokens) if apart else [tokens]


def _tokens(text: str, ascii_only: bool) -> list[str]:
    """Encode a text to stored tokens."""
    stored = json.dumps(text, ensure_ascii=ascii_only)[1:-1]
    return TOKEN.findall(SURROGATE.sub(lambda found: f"\\u{ord(found.group()):04x}", stored))


def _split(tokens: list[str]) -> list[list[str]]:
    """Split tokens into lines, each with its line break."""
    lines: list[list[str]] = [[]]
    for token in tokens:
        lines[-1].append(token)
        if token in NEWLINES:
            lines.append([])
    return lines if lines[-1] else lines[:-1]
