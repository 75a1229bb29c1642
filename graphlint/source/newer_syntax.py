"""Distinguish the syntax of a later Python from invalid syntax.

The analysis uses the running Python's parser, so a file with later syntax cannot be checked, but calling that a syntax error would be
wrong. If the line that failed matches a known feature, libcst, which parses the syntax of all versions, decides. It runs in a separate
process, since it crashes on deep nesting.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import NamedTuple

TIMEOUT = 20.0
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
    """A syntax feature: the first Python version that has it, its name for messages, and a pattern of lines that may use it."""

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
    """Return the feature of a later Python that a line may use, or None.

    Args:
        line: the line at which the running Python's parser stopped.
    """
    return next((feature for feature in FEATURES if feature.since > running and feature.pattern.search(line)), None)


def parses_with_libcst(text: str) -> bool:
    """Return True if libcst parses the text. It runs in a separate process, since it may crash or take very long."""
    # -I keeps the current folder, which may be the checked project, off the child's path.
    command = [sys.executable, "-I", "-c", SCRIPT, json.dumps([entry for entry in sys.path if entry])]
    try:
        child = subprocess.run(command, input=text.encode("utf-8", "replace"), capture_output=True, timeout=TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return child.returncode == 0
