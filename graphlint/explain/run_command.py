"""Run a command, show its output as it comes, and keep its errors."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import IO

from graphlint.common.errors import GraphlintError

KEPT = 4_000_000
"""The most bytes of the command's errors that are kept: a traceback is at the end."""
CHUNK = 65_536
PATIENCE = 5


def run_command(command: Sequence[str], seconds: int) -> str | None:
    """Run a command to its end and return what it wrote to standard error; None if it succeeded.

    Raises:
        GraphlintError: if it cannot be started, or has not ended in time.
    """
    try:
        process = subprocess.Popen(command, stderr=subprocess.PIPE)
    except OSError as error:
        raise GraphlintError(f"{command[0]}: cannot be run: {error.strerror or error}") from None
    assert process.stderr is not None
    kept = bytearray()
    reader = threading.Thread(target=_copy, args=(process.stderr, kept), daemon=True)
    reader.start()
    try:
        status = process.wait(seconds)
    except subprocess.TimeoutExpired:
        raise GraphlintError(f"{command[0]}: ended after {seconds} seconds; raise the limit with --seconds") from None
    finally:
        _end(process)
        # A child of the command may keep the stream open.
        reader.join(PATIENCE)
    return bytes(kept).decode("utf-8", "replace") if status else None


def _copy(stream: IO[bytes], kept: bytearray) -> None:
    """Copy a stream to standard error, and keep its end."""
    while data := stream.read1(CHUNK):  # type: ignore[attr-defined]
        sys.stderr.write(data.decode("utf-8", "replace"))
        sys.stderr.flush()
        kept.extend(data)
        del kept[: max(0, len(kept) - KEPT)]


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the command if it still runs: graphlint was interrupted, or the time is over."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
