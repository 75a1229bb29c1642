"""Programs traced by trace_runner.py: what the run of each recorded, how it ended, and the tensors that it left."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forks import forking_environment

from graphlint.autograd.run import Run
from graphlint.confirm.order import Emitter, Ending
from graphlint.confirm.serialization import decode

RUNNER = Path(__file__).with_name("trace_runner.py")
TRACEBACK = "Traceback (most recent call last):\n"


@dataclass(frozen=True)
class TracedProgram:
    """The run of a program; `tensors` are values and gradients by name, as program_runner.py returns them, if they were asked for."""

    run: Run
    ending: Ending
    tensors: Mapping[str, Any]

    def lines(self) -> set[int]:
        """Return the lines of the program's own file through which the error passed that ended the run."""
        *_, last = self.ending.traceback.split(TRACEBACK)
        return {int(line) for line in re.findall(rf'^  File "[^"\n]*{re.escape(self.ending.path)}", line (\d+)', last, re.MULTILINE)}


def traced(
    programs: Mapping[str, str], folder: Path, current: Path, *paths: Path, emitter: Emitter = Emitter.SHIM, tensors: bool = False
) -> dict[str, TracedProgram]:
    """Trace programs, each in a fork of one process.

    Args:
        programs: the path of each from the folder that is current, by a name.
        folder: a folder for what is passed between the processes.
        current: the folder in which they run. Rules take a path that leads through a folder of tests for that of a test.
        paths: the folders of modules, see forks.py.
    """
    listed = [(str(number), path) for number, path in enumerate(programs.values())]
    (folder / "list.json").write_text(json.dumps(listed), encoding="utf-8")
    command = [sys.executable, str(RUNNER), str(folder / "list.json"), str(folder), emitter.value, *(["tensors"] if tensors else [])]
    subprocess.run(command, check=True, env=forking_environment(*paths), cwd=current)
    return {name: _read(folder, number, tensors) for number, name in enumerate(programs)}


def _read(folder: Path, number: int, tensors: bool) -> TracedProgram:
    content = json.loads((folder / f"{number}.json").read_text(encoding="utf-8"))
    left = pickle.loads((folder / f"{number}.tensors").read_bytes()) if tensors else {}
    return TracedProgram(decode(content["run"]), Ending.from_json(content["ending"]), left)
