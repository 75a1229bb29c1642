"""The output of a command: the standard stream, or a file that is written as a whole."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from graphlint.common.errors import GraphlintError


@contextmanager
def output(path: str | None, standard: TextIO) -> Iterator[TextIO]:
    """Yield a stream whose text is written to the output file at the end, or the standard stream."""
    if path is None:
        yield standard
        return
    from graphlint.common.whole_files import describe_write_error, write_file  # noqa: PLC0415  few runs write a file

    stream = io.StringIO()
    yield stream
    try:
        write_file(path, stream.getvalue().encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise GraphlintError(f"{path} cannot be written: {describe_write_error(error)}") from None
