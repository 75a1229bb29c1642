"""A campaign: many inputs in several processes, and the problems that they show."""

from __future__ import annotations

import select
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fuzzing.corpus import Corpus
from fuzzing.input import Input
from fuzzing.inputs import KINDS, input_of, next_number
from fuzzing.problems import Problem, Reply
from fuzzing.worker import COMMAND, WorkerProcess

MOST_SECONDS_OF_SILENCE = 600
"""A worker that waits for a process that does not answer uses no CPU time."""


@dataclass(frozen=True)
class Limits:
    """The end of a campaign: the number of inputs, and the time in seconds; None for no limit of time."""

    inputs: int
    seconds: float | None = None


@dataclass
class Findings:
    """The problems of a campaign by their signature: the first, and the numbers of all inputs that showed it."""

    first: dict[tuple[str, str], Problem] = field(default_factory=dict)
    numbers: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    cpu_seconds: float = 0.0

    def add(self, number: int, item: Input, reply: Reply) -> list[Problem]:
        """Add a result, and return the problems that are new."""
        new = []
        self.counts["inputs"] += 1
        self.counts[f"inputs of kind {item.kind}"] += 1
        self.counts.update(reply.counts)
        self.cpu_seconds += reply.seconds
        for problem in reply.problems:
            if problem.signature not in self.first:
                self.first[problem.signature] = problem
                new.append(problem)
            numbers = self.numbers.setdefault(problem.signature, [])
            if number not in numbers:
                numbers.append(number)
        return new


def run(
    corpus: Corpus,
    seed: int,
    limits: Limits,
    folder: Path,
    *,
    jobs: int = 1,
    start: int = 0,
    kinds: Collection[str] = KINDS,
    command: Sequence[str] = COMMAND,
    on_problem: Callable[[int, Input, Problem], None] | None = None,
) -> Findings:
    """Run inputs until a limit is reached.

    Args:
        folder: a folder for the files of the workers.
        start: the first number.
        kinds: the kinds of inputs to run; the numbers of others are left out.
        on_problem: called for each problem with a new signature.
    """
    findings = Findings()
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
    numbers = _numbers(seed, start, kinds, limits.inputs, deadline)
    idle = [WorkerProcess(folder / f"worker-{index}", index, command) for index in range(jobs)]
    workers, busy = list(idle), dict[int, tuple[WorkerProcess, int, Input]]()
    try:
        while True:
            while idle and (number := next(numbers, None)) is not None:
                worker, item = idle.pop(), input_of(corpus, seed, number)
                worker.send(item)
                busy[worker.descriptor] = (worker, number, item)
            if not busy:
                return findings
            ready = select.select(list(busy), [], [], MOST_SECONDS_OF_SILENCE)[0]
            for descriptor in ready or list(busy)[:1]:
                worker, number, item = busy.pop(descriptor)
                reply = worker.receive() if ready else worker.give_up()
                for problem in findings.add(number, item, reply):
                    if on_problem is not None:
                        on_problem(number, item, problem)
                idle.append(worker)
    finally:
        for worker in workers:
            worker.end()


def _numbers(seed: int, start: int, kinds: Collection[str], count: int, deadline: float | None) -> Iterator[int]:
    number = start
    for _ in range(count):
        if deadline is not None and time.monotonic() > deadline:
            return
        number = next_number(seed, number, kinds)
        yield number
        number += 1
