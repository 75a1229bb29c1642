"""The lines of a log without what a terminal, a logger or a launcher has added to them, one list for each process that wrote there."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-Z\\-_]")
_START = re.compile(r"(?:Exception Group )?Traceback \(most recent call last\)")
_TIME = re.compile(
    r"(?:\d{4}[-/.]\d{2}[-/.]\d{2}[T ]|\d{2}[-/.]\d{2}[-/.]\d{2,4}[T ]|[IWEF]\d{4} )?\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?"
)
_MARGIN = re.compile(r"^(?:[ ]*(?:[|+][ ]?))+")
_GROUP_RULE = re.compile(r"^[-+ |]*-{3,}[ \d.+-]*$")


def streams(text: str) -> Iterator[list[str]]:
    """Yield the lines of each process that prints a traceback, in the order in which the tracebacks begin.

    A line belongs to a process if it begins with the same prefix (a rank, a name, a level) as the first line of that process's traceback;
    times are left out of the comparison.
    """
    lines = [_without_time(_ESCAPES.sub("", line)) for line in text.splitlines()]
    starts = {index: found.start() for index, line in enumerate(lines) if (found := _START.search(line))}
    prefixes: dict[str, None] = {}
    for index, column in starts.items():
        prefix = lines[index][:column].removesuffix("+ ")
        if index + 1 < len(lines) and prefix.strip(" |+") and not lines[index + 1].startswith(prefix.rstrip()):
            # Only the first line of a message has the prefix of its logger, unless another process has written the next line.
            prefix = prefix if _continues(lines[index + 1 :], prefix) else ""
        prefixes.setdefault(prefix if _is_prefix(prefix) else "")
    for prefix in prefixes:
        others = [other for other in prefixes if other and other != prefix and other.startswith(prefix)]
        yield list(_of_prefix(lines, prefix, others))


def _of_prefix(lines: list[str], prefix: str, others: list[str]) -> Iterator[str]:
    bare = prefix.rstrip()
    for line in lines:
        if not line.startswith(bare) or any(line.startswith(other.rstrip()) for other in others):
            continue
        rest = line[len(prefix) :] if line.startswith(prefix) else line[len(bare) :]
        if not prefix and (found := _START.search(rest)) and not _is_ipython(rest):
            rest = rest[found.start() :]
        yield from _without_margin(rest)


def _without_margin(line: str) -> Iterator[str]:
    """Yield a line without the margin of an exception group; the rules between its exceptions are left out."""
    margin = _MARGIN.match(line)
    if margin is None:
        yield line
    elif not _GROUP_RULE.match(line):
        yield line[margin.end() :]


def _without_time(line: str) -> str:
    """Return a line without the time at which a logger wrote it: among the first characters."""
    found = _TIME.search(line[:60])
    return line if found is None or 'File "' in line[: found.start()] else line[: found.start()] + line[found.end() :].removeprefix(" ")


def _continues(lines: list[str], prefix: str) -> bool:
    """Return True if one of the next lines with the prefix is a frame."""
    return any(line.startswith(prefix.rstrip()) and 'File "' in line for line in lines[:40])


def _is_prefix(text: str) -> bool:
    """Return True for what a launcher writes before a line, False for the name of an exception in IPython and for a margin."""
    return bool(text.strip(" |+")) and not re.fullmatch(r"\w+\s{2,}", text)


def _is_ipython(line: str) -> bool:
    return re.match(r"\w+\s{2,}Traceback", line) is not None
