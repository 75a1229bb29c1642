"""Recognition of earlier reports: `--output-file` and `--write-baseline` replace no other file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from graphlint.common.errors import GraphlintError
from graphlint.source.discovery import SUFFIXES

HEAD = 65_536
COLOR = re.compile(r"\x1b\[[0-9;]*m")
FIRST_LINES = re.compile(
    r"""
    .*:[ ](error|warning|info|note)[ ][A-Z]+[0-9]+\b  # a finding with its place: full, concise
    | [ ]*[0-9]+[ ]+[A-Z]+[0-9]+[ ]+[a-z]             # statistics
    | (Found[ ][0-9]+|No[ ]findings[ ]in)[ ]          # the summary of both
    | graphlint:[ ](no[ ]|[0-9]+[ ])                  # agent
    | ::[a-z]+[ ]title=graphlint                      # github
    | ---[ ]\S                                        # a diff
    | .+:[0-9]+:[ ]in[ ]                              # --explain-silence
    | <!DOCTYPE[ ]html>\n.*content="graphlint"       # html
    | <svg[ ].*[ ]class="life"                        # graph: svg
    | sequenceDiagram\n[ ]+participant[ ]code\n      # graph: mermaid
    | [A-Z]+[0-9]+[ ].*:[0-9]+:[ ]                    # graph: text
    | \*\*Code\*\*[ ]\(reduced[ ]by[ ]`graphlint     # graphlint report
    """,
    re.VERBOSE,
)
MARKUP = re.compile(r'\[\s*\{\s*"|\{\s*"|<\?xml ')
MACHINE_READABLE = re.compile(r'graphlint|\bGL[0-9]{3}\b|"code": .*"notes": ', re.DOTALL)
BASELINE = re.compile(r'"version":\s*[0-9]+,\s*"findings":\s*\[')
"""Also in one with conflicts of a merge."""


def require_report(path: str, option: str) -> None:
    """Raise an error if a file exists and is not an earlier report.

    Raises:
        GraphlintError: if so.
    """
    _require(path, option, "a report", is_report)


def require_baseline(path: str, option: str) -> None:
    """Raise an error if a file exists and is not an earlier baseline.

    Raises:
        GraphlintError: if so.
    """
    _require(path, option, "a baseline", lambda text: not text.strip() or BASELINE.search(text) is not None)


def is_report(text: str) -> bool:
    """Return True for the beginning of a report in any format, which may be empty."""
    text = COLOR.sub("", text).strip()
    if not text or text == "[]" or FIRST_LINES.match(text):
        return True
    if MARKUP.match(text):
        return MACHINE_READABLE.search(text) is not None
    return all(Path(line).is_absolute() for line in text.splitlines())  # --show-files


def _require(path: str, option: str, what: str, is_earlier: Callable[[str], bool]) -> None:
    file = Path(path)
    # A device or a pipe has nothing to lose.
    if not file.is_file():
        return
    if file.suffix in SUFFIXES:
        raise GraphlintError(f"{option}: {path} exists and is Python code, so it is not replaced; choose another file")
    try:
        with file.open("rb") as stream:
            text = stream.read(HEAD).decode("utf-8")
    except UnicodeDecodeError as error:
        # A character may be cut at the end of what was read.
        text = error.object[: error.start].decode() if error.start > HEAD - 4 else "binary data"
    except OSError as error:
        raise GraphlintError(f"{option}: {path} cannot be read: {error.strerror}; choose another file") from None
    if not is_earlier(text):
        raise GraphlintError(
            f"{option}: {path} exists and is not {what} of graphlint, so it is not replaced; delete it, or choose another file"
        )
