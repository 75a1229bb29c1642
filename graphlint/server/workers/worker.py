"""Main loop of a worker process: answers requests until the connection closes."""

from __future__ import annotations

import gc
import os
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

from graphlint.common.parent_process import exit_with_parent

# Environment variable for tests of the server's recovery: a worker exits at once if a program or a file name contains its value.
CRASH_WORD = "GRAPHLINT_TEST_CRASH_WORD"
# The same for an internal error: a check of such a program raises.
FAULT_WORD = "GRAPHLINT_TEST_FAULT_WORD"


@dataclass(frozen=True, slots=True)
class Response:
    """Answer to a request, or the traceback of an internal error; to a notice, whose number is 0, only an error is sent."""

    number: int
    answer: object = None
    error: str = ""


def serve(connection: Connection, checked_folders: Sequence[str] = ()) -> None:
    """Answer requests until the connection closes.

    Args:
        connection: receives pairs of a number and a message; the number of a notice is 0.
        checked_folders: the folders of the code that is checked.
    """
    exit_with_parent(forked=False)
    from graphlint.server.workers.engine import Engine  # noqa: PLC0415  the server process imports this module without the engine

    # Paths in messages are absolute, never relative to the folder in which the editor started the server.
    os.chdir(os.path.dirname(os.__file__))
    gc.disable()
    engine = Engine(checked_folders)
    gc.collect()
    gc.freeze()
    has_garbage = False
    while True:
        try:
            if has_garbage and not connection.poll():
                engine.collect_garbage()
                has_garbage = False
            number, message = connection.recv()
        except (EOFError, OSError):
            return
        try:
            if not number:
                engine.notify(message)
                continue
            _fail_if_requested(message)
            response = Response(number, engine.answer(message))
        except Exception:  # noqa: BLE001  the worker's only boundary: an error in one request must not end it
            response = Response(number, error=traceback.format_exc())
        try:
            connection.send(response)
        except OSError:
            return
        has_garbage = True


def _fail_if_requested(message: object) -> None:
    """Exit as after a crash of the interpreter, or raise, if a test requests it."""
    text = getattr(getattr(message, "program", None), "text", "")
    contents = (text, *getattr(message, "paths", ()))
    for variable in (CRASH_WORD, FAULT_WORD):
        word = os.environ.get(variable)
        if not word or not any(word in content for content in contents):
            continue
        if variable == CRASH_WORD:
            os._exit(70)
        raise RuntimeError("a test has requested an internal error")
