"""Signals that end a run early: converted to exceptions, or deferred while processes are started."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from graphlint.common.errors import Terminated

# By number, since Windows has no SIGHUP.
TERMINATION_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
DEFERRED_SIGNALS = (signal.SIGINT, *TERMINATION_SIGNALS)


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
        raise Terminated(number)

    ours = [number for number in TERMINATION_SIGNALS if signal.getsignal(number) == signal.SIG_DFL]
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
    """Block signals while processes are started, until `exit_with_parent` has set their handlers."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, DEFERRED_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
