"""The end of a child process with its parent."""

from __future__ import annotations

import os
import signal
import threading

from graphlint.common.signals import DEFERRED_SIGNALS, TERMINATION_SIGNALS

# A forked process has copies of the pipes of earlier ones, so the end of a pipe may arrive late or never.
SECONDS_BETWEEN_CHECKS = 0.1


def is_running(process: int) -> bool:
    """Return whether a process exists; False where that cannot be asked without ending it."""
    if os.name == "nt":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def exit_with_parent(forked: bool) -> None:
    """In a child process: end at once when the parent ends, however it ends.

    An interrupt in a terminal is handled by the parent, which ends its workers; handlers inherited by a fork belong to the parent.
    """
    import multiprocessing  # noqa: PLC0415

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in TERMINATION_SIGNALS:
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, DEFERRED_SIGNALS)
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_exit_after_parent, args=(parent.sentinel, parent.pid, forked), daemon=True).start()


def _exit_after_parent(sentinel: int, parent: int, forked: bool) -> None:
    """End this process when its parent has ended, whatever its other threads do."""
    from multiprocessing.connection import wait  # noqa: PLC0415

    seconds = SECONDS_BETWEEN_CHECKS if forked else None
    while not wait([sentinel], seconds) and os.getppid() == parent:
        pass
    os._exit(1)
