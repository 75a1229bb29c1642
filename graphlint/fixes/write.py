"""Write a fixed file atomically."""

from __future__ import annotations

from pathlib import Path

from graphlint.common.errors import GraphlintError
from graphlint.common.whole_files import describe_write_error, write_file


def write_whole(path: str, before: bytes, after: bytes) -> None:
    """Replace a file's content in one step, with its permissions; a link stays a link.

    Raises:
        GraphlintError: if the file was changed meanwhile, or cannot be written.
    """
    try:
        if Path(path).read_bytes() != before:
            raise GraphlintError(f"{path}: changed during the check, so it was not fixed; run graphlint again")
        write_file(path, after)
    except OSError as error:
        raise GraphlintError(f"{path}: cannot be changed: {describe_write_error(error)}") from None
