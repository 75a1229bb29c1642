"""Early termination: signals of the main process, and the end of its child processes."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from graphlint.common.errors import Terminated

# By number, since Windows has no SIGHUP.
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
HELD_BACK = (signal.SIGINT, *ENDING)
# A forked process has copies of the pipes of earlier ones, so the end of a pipe may arrive late or never.
SECONDS_BETWEEN_LOOKS = 0.1


@contextmanager
def signals_as_exceptions() -> Iterator[None]:
    """Convert termination signals to an exception within a block, so that the run is cleaned up.

    Ignored signals stay ignored (as under `nohup`), and existing handlers stay installed.

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
        # Some libraries replace the exception that a signal handler raises.
        if received:
            raise Terminated(received[0]) from None
        raise
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Block signals while processes are started, until `follow_parent` has set their handlers."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, HELD_BACK)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def follow_parent(forked: bool) -> None:
    """In a child process: end at once when the parent ends, however it ends.

    An interrupt in a terminal is handled by the parent, which ends its workers; handlers inherited by a fork belong to the parent.
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
    """End this process when its parent has ended, whatever its other threads do."""
    from multiprocessing.connection import wait  # noqa: PLC0415

    seconds = SECONDS_BETWEEN_LOOKS if forked else None
    while not wait([sentinel], seconds) and os.getppid() == parent:
        pass
    os._exit(1)
