"""The findings of the command in the marked programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from marked_programs import FOLDER, PROGRAMS, rules_for
from shared_results import shared

Findings: TypeAlias = "dict[Path, set[tuple[int, int, str]]]"
"""Row, column and code of the findings in each file that has some."""


def check(paths: Sequence[Path], codes: Sequence[str], *options: str, folder: Path = FOLDER) -> Findings:
    """Run the command with these rules.

    Args:
        paths: the files and folders to check.
        codes: the codes or prefixes to select.
        options: more options of the command.
        folder: the current folder: not the repository's, so that the installed package is the one that is run.
    """
    # The format is one without fixes: each costs an analysis to prove it.
    command = [sys.executable, "-m", "graphlint", "check", "--isolated", "--no-cache", "--output-format", "gitlab"]
    command += ["--select", ",".join(codes), *options, *map(str, paths)]
    environment = {name: value for name, value in os.environ.items() if name != "CI_PROJECT_DIR"}
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)
    assert run.returncode in (0, 1), run.stderr[-2000:]
    found: Findings = {}
    for item in json.loads(run.stdout):
        start = item["location"]["positions"]["begin"]
        path = (folder / item["location"]["path"]).resolve()
        found.setdefault(path, set()).add((start["line"], start["column"], item["check_name"]))
    return found


def check_programs(*options: str, programs: Sequence[Path] = PROGRAMS) -> Findings:
    """Check programs with the rules of their folders: one run of the command for each selection of rules."""
    by_rules: dict[tuple[str, ...], list[Path]] = defaultdict(list)
    for path in programs:
        by_rules[tuple(rule.code for rule in rules_for(f"{path.parent.name}/"))].append(path)
    found: Findings = {}
    for codes, paths in by_rules.items():
        found |= check(paths, codes, *options)
    return found


def findings_of_all_programs() -> Findings:
    """Return the findings in all programs, from one check in a session."""
    return shared("findings", check_programs)
