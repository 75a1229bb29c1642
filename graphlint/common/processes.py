"""Worker processes: each runs one task after the other, and none outlives its parent.

A pool of the standard library waits for running tasks before it handles an interrupt, drops all tasks when one process dies, and leaves its
processes running when the parent is killed.
"""

from __future__ import annotations

import contextlib
import pickle
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from graphlint.common.errors import GraphlintError
from graphlint.common.parent_process import exit_with_parent
from graphlint.common.signals import signals_deferred

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, ForkProcess, SpawnContext, SpawnProcess

Answer = TypeVar("Answer")


class ProcessFault(Exception):
    """An unexpected exception of a task; the message is its traceback."""


@dataclass(frozen=True, slots=True)
class _Fault:
    """An exception of a task: an expected error with a message for the user, or the traceback of an internal one."""

    message: str
    expected: bool


@dataclass(eq=False, slots=True)
class _Worker:
    """A process, its connection, and the index of its current task."""

    process: ForkProcess | SpawnProcess
    connection: Connection
    task: int | None = None


class Processes(Generic[Answer]):
    """A set of worker processes."""

    def __init__(self, most: int, context: ForkContext | SpawnContext, begin: Callable[..., None], *arguments: object) -> None:
        self._most, self._context, self._begin, self._arguments = most, context, begin, arguments
        self._workers: list[_Worker] = []

    def run(self, tasks: Sequence[Callable[[], Answer]]) -> Iterator[tuple[int, Answer | None]]:
        """Run tasks, and yield the index and the result of each; the result is None if its process died.

        Raises:
            GraphlintError: if a task has raised one.
            ProcessFault: if a task has raised anything else.
        """
        waiting = deque(enumerate(tasks))
        while waiting or any(worker.task is not None for worker in self._workers):
            while waiting and (idle := self._idle_worker()) is not None:
                _send_task(idle, *waiting.popleft())
            busy = [worker for worker in self._workers if worker.task is not None]
            ready = wait([worker.connection for worker in busy])
            for worker in [worker for worker in busy if worker.connection in ready]:
                number, worker.task = worker.task, None
                assert number is not None
                try:
                    data = worker.connection.recv_bytes()
                except (EOFError, OSError):
                    self._forget(worker)
                    yield number, None
                    continue
                if waiting:
                    # Send the next task before the result is processed.
                    _send_task(worker, *waiting.popleft())
                yield number, _receive(data)

    def end(self) -> None:
        """End all processes immediately."""
        for worker in self._workers:
            worker.process.kill()
        while self._workers:
            self._forget(self._workers[-1])

    def _idle_worker(self) -> _Worker | None:
        """Return an idle worker; start one if the limit permits."""
        idle = next((worker for worker in self._workers if worker.task is None), None)
        return self._start() if idle is None and len(self._workers) < self._most else idle

    def _start(self) -> _Worker:
        here, there = self._context.Pipe()
        forked = self._context.get_start_method() == "fork"
        process = self._context.Process(target=_run_worker, args=(there, forked, self._begin, self._arguments), daemon=True)
        worker = _Worker(process, here)
        with signals_deferred():
            process.start()
            self._workers.append(worker)
        there.close()
        return worker

    def _forget(self, worker: _Worker) -> None:
        """Remove a worker whose process has ended."""
        self._workers.remove(worker)
        worker.connection.close()
        worker.process.join()


def _send_task(worker: _Worker, number: int, task: Callable[[], object]) -> None:
    """Send a task to a worker."""
    worker.task = number
    # A dead process is detected when its result is read.
    with contextlib.suppress(OSError):
        worker.connection.send(task)


def _receive(data: bytes) -> Any:
    """Receive the result of a worker."""
    found = pickle.loads(data)
    if isinstance(found, _Fault):
        raise GraphlintError(found.message) if found.expected else ProcessFault(found.message)
    return found


def _run_worker(connection: Connection, forked: bool, begin: Callable[..., None], arguments: Sequence[object]) -> None:
    """In the worker process: run tasks until it is ended."""
    exit_with_parent(forked)
    begin(*arguments)
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer = task()
        except GraphlintError as error:
            answer = _Fault(str(error), expected=True)
        except Exception:  # noqa: BLE001  raised in the parent
            answer = _Fault(traceback.format_exc(), expected=False)
        try:
            connection.send(answer)
        except OSError:
            return
