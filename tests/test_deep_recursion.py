"""Recursion as deep as the syntax that Python parses, without a stack overflow."""

from __future__ import annotations

import sys
import threading

import pytest

from graphlint.common.big_stack import ANALYSIS_LIMIT, recursion_limit, run_with_big_stack


def through_python(depth: int) -> int:
    return depth and 1 + through_python(depth - 1)


def through_c(depth: int) -> int:
    """A call from C for each level, which costs more of the C stack than a plain one."""
    return depth and 1 + sum(map(through_c, [depth - 1]))


def test_python_code_may_recurse_deeply() -> None:
    """Some 3,000 levels of a tree, some calls each."""
    assert run_with_big_stack(lambda: through_python(50_000)) == 50_000


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="from Python 3.12 on, calls from C have a limit of their own")
def test_calls_from_c_do_not_overflow_the_stack() -> None:
    """The limit must be reached before the stack ends, or the process would die."""
    assert run_with_big_stack(lambda: through_c(25_000)) == 25_000
    with pytest.raises(RecursionError):
        run_with_big_stack(lambda: through_c(ANALYSIS_LIMIT))


def test_endless_recursion_is_an_error() -> None:
    """Not a crash."""
    with pytest.raises(RecursionError):
        run_with_big_stack(lambda: through_python(-1))


def test_results_and_errors_come_back() -> None:
    """As if it had been called here."""
    assert run_with_big_stack(threading.current_thread) is not threading.current_thread()
    with pytest.raises(ZeroDivisionError):
        run_with_big_stack(lambda: 1 // 0)


def test_the_limits_are_left_as_they_were() -> None:
    """Whoever calls graphlint from Python keeps their own."""
    before = sys.getrecursionlimit(), threading.stack_size()
    assert run_with_big_stack(sys.getrecursionlimit) == ANALYSIS_LIMIT
    with recursion_limit(before[0] + 7):
        assert sys.getrecursionlimit() == before[0] + 7
    assert (sys.getrecursionlimit(), threading.stack_size()) == before
