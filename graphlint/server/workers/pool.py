"""The worker processes: started when the first request comes, started anew when one dies, ended with the server."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import queue
import sys
import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from graphlint.common.interruption import signals_deferred
from graphlint.server.workers import messages, worker

log = logging.getLogger(__name__)

Record = TypeVar("Record")

# What is no more urgent than this leaves a worker free for what somebody waits for.
BACKGROUND = 3
# A worker that is busy with what nobody wants any more is ended after so long, if there is no other.
PATIENCE = 2.0


class WorkerDied(Exception):
    """The process that worked on a request has died."""


class WorkerFault(Exception):
    """The engine has failed on a request; the message is its traceback."""


@dataclass(order=True)
class Job:
    """A request that waits or is worked on. The smaller `urgency` goes first; `key` tells which requests replace one another."""

    urgency: int
    number: int
    request: messages.Request = field(compare=False)
    answer: asyncio.Future[Any] = field(compare=False)
    key: Hashable = field(compare=False, default=None)

    @property
    def about(self) -> str:
        """The name of the program that is asked about; empty if it is none."""
        program = getattr(self.request, "program", None)
        return program.name if isinstance(program, messages.Program) else ""

    @property
    def wanted(self) -> bool:
        """Whether somebody still waits for the answer."""
        return not self.answer.done()


@dataclass(eq=False)
class Worker:
    """A process, the connection to it, what is to be sent, what it works on, and the program that it has worked on last."""

    process: SpawnProcess
    connection: Connection
    outgoing: queue.SimpleQueue[object] = field(default_factory=queue.SimpleQueue)
    job: Job | None = None
    since: float = 0.0
    ended: bool = False
    remembers: str = ""


class Pool:
    """Some workers, and the requests that wait for one.

    Args:
        size: the most processes to use.
    """

    def __init__(self, size: int) -> None:
        self._size = max(size, 1)
        self._workers: list[Worker] = []
        self._waiting: list[Job] = []
        self._numbers = itertools.count(1)
        self._closed = False
        self._buffers: dict[str, str] = {}
        self._standing: dict[Hashable, messages.Notice] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def ask(self, request: messages.Request, answer: type[Record], urgency: int, key: Hashable = None) -> Record:
        """Ask a worker.

        Args:
            request: the request.
            answer: the kind of record that answers it.
            urgency: the smaller, the sooner.
            key: a waiting request with the same key is given up for this one.

        Raises:
            WorkerDied: if the process has died of it.
            WorkerFault: if the engine has failed.
            asyncio.CancelledError: if the request was given up.
        """
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if key is not None:
            self.give_up(key)
        self._waiting.append(Job(urgency, next(self._numbers), request, future, key))
        self._next()
        found = await future
        if not isinstance(found, answer):
            raise WorkerFault(f"{type(request).__name__} was answered by {type(found).__name__}")
        return found

    def give_up(self, key: Hashable) -> None:
        """Give up the requests with a key.

        Args:
            key: the key.
        """
        for job in [*self._waiting, *(item.job for item in self._workers if item.job is not None)]:
            if job.key == key:
                job.answer.cancel()

    def lay(self, path: str, text: str | None) -> None:
        """Tell all workers what an open text holds, in place of the file.

        Args:
            path: the file.
            text: its text; None where it is closed, and the file itself counts again.
        """
        if self._buffers.get(path) == text:
            return
        if text is None:
            del self._buffers[path]
        else:
            self._buffers[path] = text
        self.tell(messages.Buffers(((path, text),)))

    def stand(self, key: Hashable, notice: messages.Notice) -> None:
        """Tell all workers something that those are to know too that are started later.

        Args:
            key: what it is about; another notice with the same key takes its place.
            notice: what holds.
        """
        self._standing[key] = notice
        self.tell(notice)

    def tell(self, notice: messages.Notice) -> None:
        """Tell all workers of a change.

        Args:
            notice: the change.
        """
        for item in list(self._workers):
            item.outgoing.put((0, notice))

    def close(self) -> None:
        """End all workers."""
        self._closed = True
        for job in self._waiting:
            job.answer.cancel()
        self._waiting.clear()
        for item in list(self._workers):
            if item.job is not None:
                item.job.answer.cancel()
            self._end(item)

    # Inside.

    def _next(self) -> None:
        """Give waiting requests to workers that have nothing to do."""
        self._waiting = sorted(job for job in self._waiting if job.wanted)
        while self._waiting and not self._closed:
            job = self._waiting[0]
            item = None if self._must_wait(job) else self._idle(job.about)
            if item is None:
                self._look_again()
                return
            self._waiting.pop(0)
            item.job, item.since, item.remembers = job, asyncio.get_running_loop().time(), job.about
            item.outgoing.put((job.number, job.request))

    def _must_wait(self, job: Job) -> bool:
        """Whether a request of the background would take the last worker."""
        busy = sum(item.job is not None and item.job.urgency >= BACKGROUND for item in self._workers)
        return job.urgency >= BACKGROUND and busy >= max(self._size - 1, 1)

    def _idle(self, about: str) -> Worker | None:
        """A worker that has nothing to do, best one that has just seen the program; started or freed for the purpose if need be."""
        free = [item for item in self._workers if item.job is None]
        if free:
            return next((item for item in free if item.remembers == about), free[0])
        if len(self._workers) >= self._size:
            now = asyncio.get_running_loop().time()
            idle = [item for item in self._workers if item.job is not None and not item.job.wanted and now - item.since > PATIENCE]
            if not idle:
                return None
            self._end(max(idle, key=lambda item: now - item.since))
        return self._start()

    def _look_again(self) -> None:
        """Look again when a worker that nobody waits for has had its time."""
        if self._timer is not None or all(item.job is None or item.job.wanted for item in self._workers):
            return

        def look() -> None:
            self._timer = None
            self._next()

        self._timer = asyncio.get_running_loop().call_later(PATIENCE / 2, look)

    def _start(self) -> Worker:
        import multiprocessing  # noqa: PLC0415  a server to which nothing was opened needs none

        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=worker.serve, args=(there,), name="graphlint-worker", daemon=True)
        with _safe_start(), signals_deferred():
            process.start()
        there.close()
        item = Worker(process, here)
        self._workers.append(item)
        if self._buffers:
            item.outgoing.put((0, messages.Buffers(tuple(self._buffers.items()))))
        for notice in self._standing.values():
            item.outgoing.put((0, notice))
        threading.Thread(target=_listen, args=(item, self, asyncio.get_running_loop()), daemon=True).start()
        threading.Thread(target=_talk, args=(item,), daemon=True).start()
        return item

    def _end(self, item: Worker) -> None:
        item.ended = True
        item.outgoing.put(None)
        if item in self._workers:
            self._workers.remove(item)
        with contextlib.suppress(OSError):
            item.process.kill()

    def answered(self, item: Worker, answer: worker.Answer) -> None:
        """Take an answer.

        Args:
            item: the worker.
            answer: its answer.
        """
        if not answer.number:
            log.error("internal error in a worker process: %s", answer.fault)
            return
        job, item.job = item.job, None
        if job is not None and job.wanted:
            if answer.fault:
                job.answer.set_exception(WorkerFault(answer.fault))
            else:
                job.answer.set_result(answer.record)
        self._next()

    def died(self, item: Worker) -> None:
        """Take note that a worker has died.

        Args:
            item: the worker.
        """
        if item in self._workers:
            self._workers.remove(item)
        item.outgoing.put(None)
        job, item.job = item.job, None
        if not item.ended and not self._closed:
            log.warning("a worker process has died (exit code %s); the next request starts another", item.process.exitcode)
        if job is not None and job.wanted:
            job.answer.set_exception(WorkerDied("the process that worked on it has died"))
        if not self._closed:
            self._next()


def _listen(item: Worker, pool: Pool, loop: asyncio.AbstractEventLoop) -> None:
    """Hand over what a worker says, from a thread of its own: pipes cannot be awaited everywhere."""
    while True:
        try:
            answer = item.connection.recv()
        except (EOFError, OSError):
            break
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(pool.answered, item, answer)
    item.process.join()
    # The loop is closed when the server ends.
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(pool.died, item)


def _talk(item: Worker) -> None:
    """Send a worker what it is to be told, from a thread of its own: a long text waits until the worker reads it."""
    while (message := item.outgoing.get()) is not None:
        # A worker that has died is noticed by the thread that listens to it.
        with contextlib.suppress(OSError):
            item.connection.send(message)


@contextmanager
def _safe_start() -> Iterator[None]:
    """Let a process start without anything of the checked project on its path: it begins as `python -c`, which looks in the current
    folder first, unless it is told not to, which Python 3.10 cannot be."""
    before, folder = os.environ.get("PYTHONSAFEPATH"), os.getcwd() if sys.version_info < (3, 11) else None
    os.environ["PYTHONSAFEPATH"] = "1"
    if folder is not None:
        os.chdir(os.path.dirname(os.__file__))
    try:
        yield
    finally:
        if folder is not None:
            os.chdir(folder)
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before
