"""Signals, as far as the system has them: those that end a run early become exceptions, or are deferred while processes are started."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
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


def signals_of_children() -> None:
    """In a child process: ignore interrupts, drop handlers inherited by a fork, which belong to the parent, and receive signals again."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in TERMINATION_SIGNALS:
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, DEFERRED_SIGNALS)


def act_on(number: int | None, act: Callable[[], object] | None) -> None:
    """Call a function when a signal comes; None to ignore it. Nothing happens for a signal that the system lacks."""
    if number is not None:
        signal.signal(number, signal.SIG_IGN if act is None else lambda *_: act())


def act_after(seconds: float, act: Callable[[], object] | None = None) -> None:
    """Call a function after some seconds, whatever runs then; 0 to call it no more. Nothing happens on Windows, which has no such timer."""
    if hasattr(signal, "setitimer"):
        if act is not None:
            act_on(signal.SIGALRM, act)
        signal.setitimer(signal.ITIMER_REAL, seconds)
