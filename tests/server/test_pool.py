"""The order in which requests are sent to workers, and the worker that each is sent to."""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, cast

import pytest

from graphlint.server.workers import graph_messages, messages
from graphlint.server.workers.pool import Pool, Urgency, Worker
from graphlint.server.workers.worker import Response

pytestmark = pytest.mark.asyncio
CONFIG = messages.FolderConfig("/project")


class Workers(Pool):
    """A pool whose workers are records: the test answers for them."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.started: list[Worker] = []

    def _start(self) -> Worker:
        worker = Worker(cast(SpawnProcess, None), cast(Connection, None))
        self._workers.append(worker)
        self.started.append(worker)
        return worker

    async def send(self, request: messages.Request[Any], urgency: Urgency) -> asyncio.Task[Any]:
        """Send a request and return the task that waits for its answer."""
        task = asyncio.ensure_future(self.request(request, urgency))
        await asyncio.wait([task], timeout=0)
        return task

    def answer(self, worker: Worker) -> type:
        """Answer the request that a worker is busy with, and return its type."""
        assert worker.job is not None
        request = worker.job.request
        self.on_response(worker, Response(worker.job.number, request))
        return type(request)


async def test_fixes_are_computed_by_the_worker_that_has_analyzed_the_program() -> None:
    """It describes the graphs first, which takes milliseconds: another worker would have to be started."""
    program = messages.Program("train.py", "import torch\n")
    pool = Workers(2)
    graphs = await pool.send(graph_messages.DescribeGraphs(program, CONFIG), Urgency.GRAPHS)
    fixes = await pool.send(messages.FindFixes(program, CONFIG, messages.Context(), ()), Urgency.CLIENT_REQUEST)
    (worker,) = pool.started
    assert pool.answer(worker) is graph_messages.DescribeGraphs
    assert pool.answer(worker) is messages.FindFixes
    assert isinstance(await graphs, graph_messages.DescribeGraphs)
    assert isinstance(await fixes, messages.FindFixes)


async def test_requests_of_another_program_do_not_wait_for_the_graphs_of_one() -> None:
    first, second = (messages.Program(name, "import torch\n") for name in ("train.py", "test.py"))
    pool = Workers(2)
    await pool.send(graph_messages.DescribeGraphs(first, CONFIG), Urgency.GRAPHS)
    waiting = await pool.send(messages.FindFixes(first, CONFIG, messages.Context(), ()), Urgency.CLIENT_REQUEST)
    fixes = await pool.send(messages.FindFixes(second, CONFIG, messages.Context(), ()), Urgency.CLIENT_REQUEST)
    assert len(pool.started) == 2
    assert pool.answer(pool.started[1]) is messages.FindFixes
    assert isinstance(await fixes, messages.FindFixes)
    assert not waiting.done()
