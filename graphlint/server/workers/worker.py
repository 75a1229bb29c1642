"""The main loop of a worker process: requests in, answers out, until nobody is left to ask."""

from __future__ import annotations

import gc
import os
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection

from graphlint.common.interruption import follow_parent

# Named in the environment, a word in a program, or in the name of a file, that ends the worker at once: so it can be tested that the server
# survives it.
DEATH_WORD = "GRAPHLINT_TEST_DEATH_WORD"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: a record of `records`, or the traceback of what went wrong; of a notice, which has the number 0, only that
    is told."""

    number: int
    record: object = None
    fault: str = ""


def serve(connection: Connection) -> None:
    """Answer until the connection is closed.

    Args:
        connection: brings pairs of a number and a request; a notice has the number 0.
    """
    follow_parent(forked=False)
    from graphlint.server.workers.engine import Engine  # noqa: PLC0415  the parent imports this module, and no engine

    # Paths are whole here, never relative to where the editor happened to start the server.
    os.chdir(os.path.dirname(os.__file__))
    gc.disable()
    engine = Engine()
    gc.collect()
    gc.freeze()
    pending = False
    while True:
        try:
            if pending and not connection.poll():
                engine.tidy()
                pending = False
            number, message = connection.recv()
        except (EOFError, OSError):
            return
        try:
            if not number:
                engine.note(message)
                continue
            _die_if_told(message)
            answer = Answer(number, engine.answer(message))
        except Exception:  # noqa: BLE001  the one boundary of a worker: a fault in one request must not end it
            answer = Answer(number, fault=traceback.format_exc())
        try:
            connection.send(answer)
        except OSError:
            return
        pending = True


def _die_if_told(message: object) -> None:
    """End the process as a crash of the interpreter would, where a test asks for it."""
    word = os.environ.get(DEATH_WORD)
    text = getattr(getattr(message, "program", None), "text", "")
    if word and any(word in told for told in (text, *getattr(message, "paths", ()))):
        os._exit(70)
