"""Run graphlint and other linters on programs, and read the codes and lines that they report."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from published.expectations import Place

# PATH:LINE:COLUMN: CODE message, as ruff, flake8 and TorchFix write.
REPORT = re.compile(r"(?P<path>.+?):(?P<line>\d+):\d+: (?P<code>[A-Z]+\d+)\b")
STATUSES = (0, 1)
Findings = Mapping[Path, Sequence[Place]]


def graphlint_findings(paths: Sequence[Path]) -> Findings:
    """Return the findings of all rules; the optional ones count only where the table expects them."""
    command = [sys.executable, "-m", "graphlint", "check", "--isolated", "--no-cache", "--select", "ALL", "--output-format", "json"]
    found: dict[Path, list[Place]] = defaultdict(list)
    for item in json.loads(output([*command, *map(str, paths)])):
        found[Path(item["filename"]).resolve()].append(Place(item["code"], item["location"]["row"]))
    return found


def other_findings(command: str, paths: Sequence[Path]) -> Findings:
    """Return the findings of a linter that takes paths as its last arguments and writes each finding on a line."""
    found: dict[Path, list[Place]] = defaultdict(list)
    for line in output([*shlex.split(command), *map(str, paths)]).splitlines():
        if match := REPORT.match(line):
            found[Path(match["path"]).resolve()].append(Place(match["code"], int(match["line"])))
    return found


def output(command: Sequence[str]) -> str:
    """Return the standard output of a linter.

    Raises:
        SystemExit: if its status is neither that of a run without findings nor that of a run with findings.
    """
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in STATUSES:
        raise SystemExit(f"{command[0]} exited with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout
