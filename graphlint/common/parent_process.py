"""The end of a child process with its parent."""

from __future__ import annotations

import os
import threading

from graphlint.common.signals import signals_of_children

# A forked process has copies of the pipes of earlier ones, so the end of a pipe may arrive late or never.
SECONDS_BETWEEN_CHECKS = 0.1


def exit_with_parent(forked: bool) -> None:
    """In a child process: end at once when the parent ends, however it ends.

    An interrupt in a terminal is handled by the parent, which ends its workers.
    """
    import multiprocessing  # noqa: PLC0415

    signals_of_children()
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
