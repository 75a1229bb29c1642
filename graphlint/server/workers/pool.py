"""Pool of worker processes: started by the first request, replaced when one dies, ended with the server."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import itertools
import logging
import os
import queue
import sys
import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from graphlint.common.signals import signals_deferred
from graphlint.server.workers import messages
from graphlint.server.workers.worker import Response, serve

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

# Seconds after which a worker that is busy with a canceled request is killed if no other worker is free.
CANCEL_GRACE = 2.0


class Urgency(enum.IntEnum):
    """Order in which waiting requests are sent; a smaller value goes first."""

    CHECK = 0
    CLIENT_REQUEST = 1
    GRAPHS = 2
    BACKGROUND = 3


class WorkerDied(Exception):
    """The worker process died while it handled the request."""


class WorkerFault(Exception):
    """A request failed with an internal error; the message is the worker's traceback."""


@dataclass(order=True)
class Job:
    """A request that waits or is in progress; `key` identifies requests that replace one another."""

    urgency: Urgency
    number: int
    request: messages.Request[Any] = field(compare=False)
    future: asyncio.Future[Any] = field(compare=False)
    key: Hashable = field(compare=False, default=None)

    @property
    def program_name(self) -> str:
        """Name of the program that the request concerns, or an empty string."""
        program = getattr(self.request, "program", None)
        return program.name if isinstance(program, messages.Program) else ""

    @property
    def is_pending(self) -> bool:
        """True until the request is answered or canceled."""
        return not self.future.done()


@dataclass(eq=False)
class Worker:
    """A worker process with its connection, its outgoing messages, its current job and the program of its last job."""

    process: SpawnProcess
    connection: Connection
    outgoing: queue.SimpleQueue[object] = field(default_factory=queue.SimpleQueue)
    job: Job | None = None
    job_start: float = 0.0
    is_killed: bool = False
    last_program: str = ""


class Pool:
    """Worker processes and the queue of requests.

    Args:
        size: maximum number of processes.
    """

    def __init__(self, size: int) -> None:
        self._size = max(size, 1)
        self.workspace_folders: Callable[[], Sequence[str]] = tuple
        """Returns the folders of the code that is checked."""
        self._workers: list[Worker] = []
        self._queue: list[Job] = []
        self._numbers = itertools.count(1)
        self._is_closed = False
        self._overlays: dict[str, str] = {}
        self._persistent_notices: dict[Hashable, messages.Notice] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def request(self, request: messages.Request[Answer], urgency: Urgency, key: Hashable = None) -> Answer:
        """Send a request to a worker and return the answer.

        Args:
            request: the request.
            urgency: priority in the queue.
            key: cancels earlier requests with the same key.

        Raises:
            WorkerDied: if the process died.
            WorkerFault: if the request failed with an internal error.
            asyncio.CancelledError: if the request was canceled.
        """
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        if key is not None:
            self.cancel(key)
        self._queue.append(Job(urgency=urgency, number=next(self._numbers), request=request, future=future, key=key))
        self._dispatch()
        return await future

    def cancel(self, key: Hashable) -> None:
        """Cancel the requests with a key."""
        for job in [*self._queue, *(worker.job for worker in self._workers if worker.job is not None)]:
            if job.key == key:
                job.future.cancel()

    def set_overlay(self, path: str, text: str | None) -> None:
        """Use the text of an open document in place of its file in all workers; None after it was closed."""
        if self._overlays.get(path) == text:
            return
        if text is None:
            del self._overlays[path]
        else:
            self._overlays[path] = text
        self.broadcast(messages.SetOverlays(((path, text),)))

    def broadcast_persistent(self, key: Hashable, notice: messages.Notice) -> None:
        """Send a notice to all workers, including those started later; it replaces the previous notice with the same key."""
        self._persistent_notices[key] = notice
        self.broadcast(notice)

    def broadcast(self, notice: messages.Notice) -> None:
        """Send a notice to all running workers."""
        for worker in list(self._workers):
            worker.outgoing.put((0, notice))

    def close(self) -> None:
        """Cancel all requests and kill all workers."""
        self._is_closed = True
        for job in self._queue:
            job.future.cancel()
        self._queue.clear()
        for worker in list(self._workers):
            if worker.job is not None:
                worker.job.future.cancel()
            self._kill(worker)

    def on_response(self, worker: Worker, response: Response) -> None:
        """Handle a worker's response."""
        if not response.number:
            log.error("internal error in a worker process: %s", response.error)
            return
        job, worker.job = worker.job, None
        if job is not None and job.is_pending:
            if response.error:
                job.future.set_exception(WorkerFault(response.error))
            else:
                job.future.set_result(response.answer)
        self._dispatch()

    def on_exit(self, worker: Worker) -> None:
        """Handle the end of a worker process."""
        if worker in self._workers:
            self._workers.remove(worker)
        worker.outgoing.put(None)
        job, worker.job = worker.job, None
        if not worker.is_killed and not self._is_closed:
            log.warning("a worker process died (exit code %s); the next request starts a new one", worker.process.exitcode)
        if job is not None and job.is_pending:
            job.future.set_exception(WorkerDied("the worker process died"))
        if not self._is_closed:
            self._dispatch()

    # Scheduling.

    def _dispatch(self) -> None:
        """Send waiting requests to idle workers."""
        self._queue = sorted(job for job in self._queue if job.is_pending)
        while not self._is_closed and (ready := [job for job in self._queue if not self._waits_for_graphs(job)]):
            job = ready[0]
            worker = None if self._exceeds_background_limit(job) else self._idle_worker(job.program_name)
            if worker is None:
                self._schedule_dispatch()
                return
            self._queue.remove(job)
            worker.job, worker.job_start, worker.last_program = job, asyncio.get_running_loop().time(), job.program_name
            worker.outgoing.put((job.number, job.request))

    def _waits_for_graphs(self, job: Job) -> bool:
        """Return whether a client's request waits for the worker that describes the graphs of its program.

        That worker has analyzed the program and is free within milliseconds; any other one would have to start and to analyze it again.
        """
        return job.urgency is Urgency.CLIENT_REQUEST and any(
            worker.job is not None and worker.job.urgency is Urgency.GRAPHS and worker.job.program_name == job.program_name
            for worker in self._workers
            if job.program_name
        )

    def _exceeds_background_limit(self, job: Job) -> bool:
        """Return whether a background request would occupy the last worker, which is reserved for the client's requests."""
        busy = sum(worker.job is not None and worker.job.urgency >= Urgency.BACKGROUND for worker in self._workers)
        return job.urgency >= Urgency.BACKGROUND and busy >= max(self._size - 1, 1)

    def _idle_worker(self, program: str) -> Worker | None:
        """Return an idle worker, preferably one that cached the program; start one, or kill one with a canceled job, if necessary."""
        idle = [worker for worker in self._workers if worker.job is None]
        if idle:
            return next((worker for worker in idle if worker.last_program == program), idle[0])
        if len(self._workers) >= self._size:
            now = asyncio.get_running_loop().time()
            canceled = [
                worker
                for worker in self._workers
                if worker.job is not None and not worker.job.is_pending and now - worker.job_start > CANCEL_GRACE
            ]
            if not canceled:
                return None
            self._kill(max(canceled, key=lambda worker: now - worker.job_start))
        return self._start()

    def _schedule_dispatch(self) -> None:
        """Dispatch again after the grace period of a canceled job."""
        if self._timer is not None or all(worker.job is None or worker.job.is_pending for worker in self._workers):
            return

        def dispatch() -> None:
            self._timer = None
            self._dispatch()

        self._timer = asyncio.get_running_loop().call_later(CANCEL_GRACE / 2, dispatch)

    def _start(self) -> Worker:
        import multiprocessing  # noqa: PLC0415  a server without open documents does not need it

        context = multiprocessing.get_context("spawn")
        connection, child_connection = context.Pipe()
        process = context.Process(target=serve, args=(child_connection, self._checked_folders()), name="graphlint-worker", daemon=True)
        with _safe_start(), signals_deferred():
            process.start()
        child_connection.close()
        worker = Worker(process, connection)
        self._workers.append(worker)
        if self._overlays:
            worker.outgoing.put((0, messages.SetOverlays(tuple(self._overlays.items()))))
        for notice in self._persistent_notices.values():
            worker.outgoing.put((0, notice))
        threading.Thread(target=_receive, args=(worker, self, asyncio.get_running_loop()), daemon=True).start()
        threading.Thread(target=_send, args=(worker,), daemon=True).start()
        return worker

    def _checked_folders(self) -> list[str]:
        """Return the workspace folders, and the folder in which the editor has started the server."""
        folders = list(self.workspace_folders())
        with contextlib.suppress(OSError):
            folders.append(os.getcwd())
        return folders

    def _kill(self, worker: Worker) -> None:
        worker.is_killed = True
        worker.outgoing.put(None)
        if worker in self._workers:
            self._workers.remove(worker)
        with contextlib.suppress(OSError):
            worker.process.kill()


def _receive(worker: Worker, pool: Pool, loop: asyncio.AbstractEventLoop) -> None:
    """Pass a worker's responses to the event loop; runs in a thread because pipes are not awaitable on every platform."""
    while True:
        try:
            response = worker.connection.recv()
        except (EOFError, OSError):
            break
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(pool.on_response, worker, response)
    worker.process.join()
    # The loop is already closed if the server is ending.
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(pool.on_exit, worker)


def _send(worker: Worker) -> None:
    """Send a worker's outgoing messages; runs in a thread because sending a long text blocks until the worker reads it."""
    while (message := worker.outgoing.get()) is not None:
        # `_receive` notices a worker that died.
        with contextlib.suppress(OSError):
            worker.connection.send(message)


@contextmanager
def _safe_start() -> Iterator[None]:
    """Start a process without the checked project on its import path.

    A spawned process starts as `python -c`, which searches the current folder first unless `PYTHONSAFEPATH` is set; Python 3.10 does not
    support that variable.
    """
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
