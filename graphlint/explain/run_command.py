"""Run a command, show its output as it comes, and keep its errors."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import IO

from graphlint.common.errors import GraphlintError
from graphlint.common.secret_variables import environment_of_programs
from graphlint.common.supervised_program import SupervisedProgram

KEPT = 4_000_000
"""The most bytes of the command's errors that are kept: a traceback is at the end."""
CHUNK = 65_536
PATIENCE = 5.0


def run_command(command: Sequence[str], seconds: int) -> str | None:
    """Run a command to its end and return what it wrote to standard error; None if it succeeded.

    Raises:
        GraphlintError: if it cannot be started, or has not ended in time.
    """
    try:
        program = SupervisedProgram(command, errors=subprocess.PIPE, environment=environment_of_programs())
    except OSError as error:
        raise GraphlintError(f"{command[0]}: cannot be run: {error.strerror or error}") from None
    kept = bytearray()
    reader = threading.Thread(target=_copy, args=(program.errors, kept), daemon=True)
    try:
        with program:
            reader.start()
            status = program.wait(seconds)
    except subprocess.TimeoutExpired:
        raise GraphlintError(f"{command[0]}: ended after {seconds} seconds; raise the limit with --seconds") from None
    finally:
        if reader.is_alive():  # a process that could not be ended may hold the stream
            reader.join(PATIENCE)
    return bytes(kept).decode("utf-8", "replace") if status else None


def _copy(stream: IO[bytes], kept: bytearray) -> None:
    """Copy a stream to standard error, and keep its end."""
    while data := stream.read1(CHUNK):  # type: ignore[attr-defined]
        sys.stderr.write(data.decode("utf-8", "replace"))
        sys.stderr.flush()
        kept.extend(data)
        del kept[: max(0, len(kept) - KEPT)]
