"""Runs a program on the shim in its own process with a time limit, and reads its trace."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from graphlint.autograd.run import Run
from graphlint.confirm.serialization import decode

SECONDS = 60.0


class TraceError(Exception):
    """A program could not be traced; the message is the reason."""


@dataclass(frozen=True)
class Trace:
    """Run of a program, and how it ended (`error` is empty if it ran to its end)."""

    run: Run
    error: str
    message: str
    line: int


def trace(path: Path, seconds: float = SECONDS) -> Trace:
    """Run a program on the shim and return its trace; it is killed after `seconds`.

    Raises:
        TraceError: if it times out or ends without a trace.
    """
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "trace.json"
        command = [sys.executable, "-m", "graphlint.confirm.child", str(path), str(target)]
        root = str(Path(__file__).resolve().parents[2])
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))}
        # The iteration order of sets of strings depends on it; runs have to be reproducible.
        environment["PYTHONHASHSEED"] = "0"
        try:
            process = subprocess.run(command, capture_output=True, text=True, timeout=seconds, env=environment, check=False)
        except subprocess.TimeoutExpired:
            raise TraceError(f"{path} ran longer than {seconds:g} seconds") from None
        if not target.exists():
            raise TraceError(f"{path} produced no trace: {process.stderr.strip()[-500:]}")
        content = json.loads(target.read_text(encoding="utf-8"))
    run = decode(content["run"])
    if not isinstance(run, Run):
        raise TraceError(f"{path} produced an invalid trace")
    ending = content["ending"]
    return Trace(run, str(ending["error"]), str(ending["message"]), int(ending["line"]))
