"""Telling the syntax of a later Python from what is no Python at all.

The running Python's parser is what the analysis stands on, so a file in a later syntax cannot be checked; but calling it a syntax error
would be wrong. A word on the line that failed raises the suspicion, and libcst, which reads the syntax of all versions, decides. It is
asked in a process of its own, for it crashes on deep nesting.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import NamedTuple

SECONDS = 20.0
SCRIPT = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
import libcst
try:
    libcst.parse_module(sys.stdin.buffer.read().decode())
except libcst.ParserSyntaxError:
    sys.exit(3)
"""


class Feature(NamedTuple):
    """A piece of syntax: the first Python that has it, what to call it, and how a line looks that may hold it."""

    since: tuple[int, int]
    what: str
    pattern: re.Pattern[str]


FEATURES = (
    Feature((3, 11), "`except*`", re.compile(r"^\s*except\s*\*")),
    Feature((3, 11), "an unpacked subscript", re.compile(r"\[[^\]]*\*\w|:\s*\*\w")),
    Feature((3, 12), "a `type` statement", re.compile(r"^\s*type\s+\w+")),
    Feature((3, 12), "a type parameter list", re.compile(r"^\s*(?:async\s+)?(?:def|class)\s+\w+\s*\[")),
    Feature((3, 12), "what this f-string holds", re.compile(r"\b(?:[fF][rR]?|[rR][fF])['\"]")),
    Feature((3, 13), "the default of a type parameter", re.compile(r"^\s*(?:(?:async\s+)?def|class|type)\s+\w+\s*\[[^\]]*=")),
    Feature((3, 14), "a template string", re.compile(r"\b(?:[tT][rR]?|[rR][tT])['\"]")),
    Feature((3, 14), "`except` with several types and no parentheses", re.compile(r"^\s*except\s+[A-Z][\w.]*(?:\s*,\s*[A-Z][\w.]*)+\s*:")),
)


def newer_feature(line: str, running: tuple[int, int]) -> Feature | None:
    """The syntax of a later Python that a line may hold, or None.

    Args:
        line: the line on which the running Python's parser stopped.
        running: the version that is running.
    """
    return next((feature for feature in FEATURES if feature.since > running and feature.pattern.search(line)), None)


def parses_elsewhere(text: str) -> bool:
    """Whether libcst can parse a text, asked in another process: it may crash, or take longer than anybody waits.

    Args:
        text: the source's text.
    """
    # -I keeps the current folder, which may be the very project that is checked, off the child's path.
    command = [sys.executable, "-I", "-c", SCRIPT, json.dumps([entry for entry in sys.path if entry])]
    try:
        child = subprocess.run(command, input=text.encode("utf-8", "replace"), capture_output=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return child.returncode == 0
