"""Runs a program in its own process with a time limit, and reads its trace."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from graphlint.autograd.events import Site
from graphlint.autograd.run import Run
from graphlint.common.secret_variables import environment_of_programs
from graphlint.common.supervised_program import SupervisedProgram
from graphlint.confirm.event_log import EndedLoop
from graphlint.confirm.limits import memory_limit
from graphlint.confirm.order import Ending, Order
from graphlint.confirm.questions import answer_question
from graphlint.confirm.serialization import decode

SECONDS = 60.0
PAUSE = 0.05
"""Seconds between two looks for a question of the program."""
GRACE = 60.0
"""Seconds after the time limit at which a process that does not end is killed; they include the import of PyTorch."""

PACKAGE = Path(__file__).resolve().parents[1]
# Only graphlint is made importable, not what is installed beside it: the program's own environment stays as it is.
BOOTSTRAP = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("graphlint", sys.argv[1] + "/__init__.py", submodule_search_locations=[sys.argv[1]])
sys.modules["graphlint"] = module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
del sys.argv[1], sys.path[0]
from graphlint.confirm.child import main
main()
"""


class TraceError(Exception):
    """A program could not be traced; the message is the reason."""


@dataclass(frozen=True)
class Trace:
    """Run of a program, and how it ended.

    `sizes` maps a node to the storages that it saves, with their bytes. `executed` counts the executions of statements, and
    `around` has the loops in which each was executed, also those of callers. `files` maps the
    paths in sites to the files. `caught` are the errors of PyTorch that the program caught. `loops` are the ends of
    loops, `limited` is the number of loops that ended by the limit of steps.
    """

    run: Run
    ending: Ending
    sizes: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    executed: Mapping[Site, int] = field(default_factory=dict)
    around: Mapping[Site, frozenset[Site]] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    caught: tuple[tuple[Site, str], ...] = ()
    loops: tuple[EndedLoop, ...] = ()
    limited: int = 0


def trace(path: Path, seconds: float = SECONDS) -> Trace:
    """Run a program on the shim and return its trace; it is killed after `seconds`.

    Raises:
        TraceError: if it ends without a trace.
    """
    return run_order(Order("", script=os.path.abspath(path), folders=(os.path.abspath(path.parent),), seconds=seconds))


def run_order(
    order: Order,
    python: str = sys.executable,
    output: IO[str] | int = subprocess.DEVNULL,
    hash_seed: str = "0",
    decide: Callable[[Trace], bool] | None = None,
) -> Trace:
    """Run a program by an interpreter and return its trace.

    Args:
        output: receives what the program prints.
        hash_seed: the value of PYTHONHASHSEED if it is not set: the iteration order of sets of strings depends on it, and runs have to be
            reproducible.
        decide: returns True for the trace of a running program that need not go on.

    Raises:
        TraceError: if it ends without a trace.
    """
    with tempfile.TemporaryDirectory() as folder:
        target, sheet = Path(folder) / "trace.json", Path(folder) / "order.json"
        replace(order, trace=str(target), asks=decide is not None).write(sheet)
        command = [python, "-c", BOOTSTRAP, str(PACKAGE), str(sheet)]
        environment = {"PYTHONHASHSEED": hash_seed, **environment_of_programs()}
        timeout = order.seconds + GRACE if order.seconds else None
        try:
            errors = subprocess.PIPE if output == subprocess.DEVNULL else output
            with SupervisedProgram(command, output, errors, environment, order.memory) as program:
                said = _wait(program, timeout, target, decide)
        except subprocess.TimeoutExpired:
            if target.exists():  # the program has ended, but not its threads or processes
                return read_trace(target)
            raise TraceError(f"the program ran longer than {order.seconds:g} seconds and could not be interrupted") from None
        except OSError as error:
            raise TraceError(f"{python} cannot be started: {error.strerror}") from None
        if not target.exists():
            raise TraceError(_missing_trace(program, said.strip()[-500:], order))
        return read_trace(target)


def _wait(program: SupervisedProgram, timeout: float | None, target: Path, decide: Callable[[Trace], bool] | None) -> str:
    """Answer the questions of a program until it ends, and return what it wrote to its standard error if that is a pipe.

    Raises:
        subprocess.TimeoutExpired: if it runs longer.
    """
    until = None if timeout is None else time.monotonic() + timeout
    while True:
        rest = None if until is None else max(until - time.monotonic(), 0.0)
        pause = rest if decide is None else PAUSE if rest is None else min(PAUSE, rest)
        try:
            return program.communicate(pause).decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            if decide is None or (until is not None and time.monotonic() >= until):
                raise
            answer_question(target, lambda path: decide(read_trace(path)))


def _missing_trace(program: SupervisedProgram, said: str, order: Order) -> str:
    """Return why a program has left no trace."""
    if program.is_over_memory:
        return f"{memory_limit(order.memory)} ended the program before it could write its trace; raise the limit"
    reason = f"the program ended with status {program.status} and without a trace" + (f": {said}" if said else "")
    return f"{reason}; {memory_limit(order.memory)} may be the cause" if order.memory else reason


def read_trace(path: Path) -> Trace:
    """Read a trace.

    Raises:
        TraceError: if the file is not a trace.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        run = decode(content["run"])
        if not isinstance(run, Run):
            raise ValueError("it has no run")
        return Trace(
            run,
            Ending.from_json(content["ending"]),
            {int(number): tuple((int(storage), int(size)) for storage, size in sizes) for number, sizes in content["sizes"]},
            {Site(*site): int(count) for *site, count in content["executed"]},
            {Site(*site): frozenset(Site(*loop) for loop in loops) for site, loops in content["around"]},
            {str(shown): str(name) for shown, name in content["files"]},
            tuple((Site(*site), str(message)) for site, message in content["caught"]),
            tuple(EndedLoop(Site(*loop), int(number), tuple(map(int, nodes))) for loop, number, nodes in content["loops"]),
            int(content["limited"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise TraceError(f"the program wrote an invalid trace: {error}") from None
