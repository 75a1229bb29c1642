"""A request that an editor cancels and sends again continues the search of the first one."""

from __future__ import annotations

import asyncio

import pytest

from graphlint.server.shared_searches import SharedSearches

pytestmark = pytest.mark.asyncio


class Search:
    """A search whose end the test decides, with the number of times that it was started."""

    def __init__(self) -> None:
        self.starts = 0
        self.result: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.started = asyncio.Event()

    async def run(self) -> str:
        self.starts += 1
        self.started.set()
        return await self.result


async def canceled(request: asyncio.Task[str]) -> None:
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request


async def test_a_repeated_request_joins_the_search_of_the_canceled_one() -> None:
    searches, search = SharedSearches[str](linger=3600), Search()
    first = asyncio.ensure_future(searches.answer("train.py", 1, search.run()))
    await search.started.wait()
    await canceled(first)
    second = asyncio.ensure_future(searches.answer("train.py", 1, search.run()))
    third = asyncio.ensure_future(searches.answer("train.py", 1, search.run()))
    await asyncio.wait([second, third], timeout=0)
    search.result.set_result("fixes")
    assert (await second, await third, search.starts) == ("fixes", "fixes", 1)
    # The next one, after the end, starts again.
    assert await searches.answer("train.py", 1, search.run()) == "fixes"
    assert search.starts == 2


async def test_a_request_for_something_else_ends_a_search_without_requests() -> None:
    searches, search, other = SharedSearches[str](linger=3600), Search(), Search()
    first = asyncio.ensure_future(searches.answer("train.py", 1, search.run()))
    await search.started.wait()
    await canceled(first)
    second = asyncio.ensure_future(searches.answer("train.py", 2, other.run()))
    await other.started.wait()
    assert search.result.cancelled()
    other.result.set_result("fixes")
    assert await second == "fixes"


async def test_a_search_in_use_goes_on_beside_another_one() -> None:
    searches, search, other = SharedSearches[str](linger=3600), Search(), Search()
    first = asyncio.ensure_future(searches.answer("train.py", 1, search.run()))
    await search.started.wait()
    second = asyncio.ensure_future(searches.answer("train.py", 2, other.run()))
    await other.started.wait()
    other.result.set_result("new")
    search.result.set_result("old")
    assert (await first, await second) == ("old", "new")


async def test_a_search_without_requests_ends_after_a_while() -> None:
    searches, search = SharedSearches[str](linger=0), Search()
    first = asyncio.ensure_future(searches.answer("train.py", 1, search.run()))
    await search.started.wait()
    await canceled(first)
    with pytest.raises(asyncio.CancelledError):
        await search.result


async def test_every_request_gets_the_error_of_a_search() -> None:
    searches, search = SharedSearches[str](linger=3600), Search()
    requests = [asyncio.ensure_future(searches.answer("train.py", 1, search.run())) for _ in range(2)]
    await search.started.wait()
    search.result.set_exception(ValueError("died"))
    assert [str(error) for error in await asyncio.gather(*requests, return_exceptions=True)] == ["died", "died"]
