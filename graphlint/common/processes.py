"""Other processes that work for this one: each is given one task after the other, and none of them outlives it.

A pool of the standard library waits for the work that it was given before it hears of an interrupt, gives up all tasks when one process
dies, and leaves its processes running when this one is killed.
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
from graphlint.common.interruption import follow_parent, signals_held_back

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, ForkProcess, SpawnContext, SpawnProcess

Answer = TypeVar("Answer")


class ProcessFault(Exception):
    """A task has raised what no task should; the message is the traceback."""


@dataclass(frozen=True, slots=True)
class _Fault:
    """What a task has raised: an error with a message to the user, or the traceback of a fault."""

    message: str
    expected: bool


@dataclass(eq=False, slots=True)
class _Worker:
    """A process, the connection to it, and the number of the task that it works on."""

    process: ForkProcess | SpawnProcess
    connection: Connection
    task: int | None = None


class Processes(Generic[Answer]):
    """Some processes.

    Args:
        most: the most processes to start.
        context: how to start them.
        begin: called in each of them with the arguments, before its first task.
        arguments: what `begin` is called with.
    """

    def __init__(self, most: int, context: ForkContext | SpawnContext, begin: Callable[..., None], *arguments: object) -> None:
        self._most, self._context, self._begin, self._arguments = most, context, begin, arguments
        self._workers: list[_Worker] = []

    def run(self, tasks: Sequence[Callable[[], Answer]]) -> Iterator[tuple[int, Answer | None]]:
        """Work on tasks.

        Args:
            tasks: functions that can be pickled.

        Yields:
            The number of a task and its answer, as they come; None if its process died of it.

        Raises:
            GraphlintError: if a task has raised one.
            ProcessFault: if a task has raised anything else.
        """
        waiting = deque(enumerate(tasks))
        while waiting or any(worker.task is not None for worker in self._workers):
            while waiting and (idle := self._idle()) is not None:
                _give(idle, *waiting.popleft())
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
                    # It works on while its answer is read here.
                    _give(worker, *waiting.popleft())
                yield number, _answer(data)

    def end(self) -> None:
        """End all of them, whatever they do."""
        for worker in self._workers:
            worker.process.kill()
        while self._workers:
            self._forget(self._workers[-1])

    def _idle(self) -> _Worker | None:
        """A process that has nothing to do; started if there may be one more."""
        idle = next((worker for worker in self._workers if worker.task is None), None)
        return self._start() if idle is None and len(self._workers) < self._most else idle

    def _start(self) -> _Worker:
        here, there = self._context.Pipe()
        forked = self._context.get_start_method() == "fork"
        process = self._context.Process(target=_serve, args=(there, forked, self._begin, self._arguments), daemon=True)
        worker = _Worker(process, here)
        with signals_held_back():
            process.start()
            self._workers.append(worker)
        there.close()
        return worker

    def _forget(self, worker: _Worker) -> None:
        """Forget a process that has ended."""
        self._workers.remove(worker)
        worker.connection.close()
        worker.process.join()


def _give(worker: _Worker, number: int, task: Callable[[], object]) -> None:
    """Let a process work on a task."""
    worker.task = number
    # That a process has died shows where its answer is read.
    with contextlib.suppress(OSError):
        worker.connection.send(task)


def _answer(data: bytes) -> Any:
    """The answer that a process has sent."""
    found = pickle.loads(data)
    if isinstance(found, _Fault):
        raise GraphlintError(found.message) if found.expected else ProcessFault(found.message)
    return found


def _serve(connection: Connection, forked: bool, begin: Callable[..., None], arguments: Sequence[object]) -> None:
    """In the other process: do what is asked, until it is ended."""
    follow_parent(forked)
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
        except Exception:  # noqa: BLE001  it is raised where the answer is waited for
            answer = _Fault(traceback.format_exc(), expected=False)
        try:
            connection.send(answer)
        except OSError:
            return
