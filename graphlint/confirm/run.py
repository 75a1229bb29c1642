"""Running a program on the shim, in a process of its own with a time limit, and reading its trace."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from graphlint.autograd.events import Run
from graphlint.confirm.serialization import decode

SECONDS = 60.0


class TraceError(Exception):
    """A program that could not be traced, and why."""


@dataclass(frozen=True)
class Trace:
    """What a program did: the run that rules read, and how it ended (`error` is empty if it ran to its end)."""

    run: Run
    error: str
    message: str
    line: int


def trace(path: Path, seconds: float = SECONDS) -> Trace:
    """Run a program on the shim.

    Args:
        path: the program.
        seconds: the time after which it is stopped.

    Raises:
        TraceError: if it takes longer, or ends without a trace.
    """
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "trace.json"
        command = [sys.executable, "-m", "graphlint.confirm.child", str(path), str(target)]
        root = str(Path(__file__).resolve().parents[2])
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))}
        # The order of a set of strings hangs on it: a program is to do the same in each run.
        environment["PYTHONHASHSEED"] = "0"
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, env=environment, check=False)
        except subprocess.TimeoutExpired:
            raise TraceError(f"{path} ran longer than {seconds:g} seconds") from None
        if not target.exists():
            raise TraceError(f"{path} left no trace: {done.stderr.strip()[-500:]}")
        found = json.loads(target.read_text(encoding="utf-8"))
    run = decode(found["run"])
    if not isinstance(run, Run):
        raise TraceError(f"{path} left a trace that is no run")
    ending = found["ending"]
    return Trace(run, str(ending["error"]), str(ending["message"]), int(ending["line"]))
