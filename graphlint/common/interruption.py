"""The early end of a run: signals for the process that was started, and the end of that process for those that it has started."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from graphlint.common.errors import Terminated

# By number: Windows has no hangup.
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
HELD_BACK = (signal.SIGINT, *ENDING)
# A forked process holds copies of the pipes of those that were forked before it, so the end of a pipe may come late, or never.
SECONDS_BETWEEN_LOOKS = 0.1


@contextmanager
def ending_by_signal() -> Iterator[None]:
    """Let the signals that end a process do so by an exception, so that what the run has begun is cleaned up.

    A signal that is ignored stays ignored (`nohup` does that), and a handler that others have installed stays theirs.

    Raises:
        Terminated: if such a signal has come.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[int] = []

    def end(number: int, _: FrameType | None) -> None:
        received.append(number)
        raise KeyboardInterrupt

    ours = [number for number in ENDING if signal.getsignal(number) == signal.SIG_DFL]
    for number in ours:
        signal.signal(number, end)
    try:
        yield
    except KeyboardInterrupt:
        # Not every library that waits hands over the very exception that a handler has raised.
        if received:
            raise Terminated(received[0]) from None
        raise
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Start processes that no signal reaches before `follow_parent` has said what it does to them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, HELD_BACK)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def follow_parent(forked: bool) -> None:
    """In a process that was started to work for another: end at once when that one ends, however it ends.

    An interrupt in a terminal is meant for the parent, which ends its workers itself; handlers that came along by a fork are the parent's.

    Args:
        forked: whether this process is a fork of its parent, and not a program of its own.
    """
    import multiprocessing  # noqa: PLC0415

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in ENDING:
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, HELD_BACK)
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_watch, args=(parent.sentinel, parent.pid, forked), daemon=True).start()


def _watch(sentinel: int, parent: int, forked: bool) -> None:
    """End this process when its parent has ended, whatever the other threads do."""
    from multiprocessing.connection import wait  # noqa: PLC0415

    seconds = SECONDS_BETWEEN_LOOKS if forked else None
    while not wait([sentinel], seconds) and os.getppid() == parent:
        pass
    os._exit(1)
