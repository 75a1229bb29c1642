"""Write a fixed file atomically."""

from __future__ import annotations

from pathlib import Path

from graphlint.common.errors import GraphlintError
from graphlint.common.whole_files import ContentChanged, describe_write_error, remove_leftovers, write_file


def write_whole(path: str, before: bytes, after: bytes) -> None:
    """Replace a file's content in one step, with its permissions; a link stays a link.

    Raises:
        GraphlintError: if the file was changed meanwhile, or cannot be written.
    """
    try:
        remove_leftovers(Path(path).resolve().parent)
        write_file(path, after, expected=before)
    except ContentChanged:
        raise GraphlintError(f"{path}: changed during the check, so it was not fixed; run graphlint again") from None
    except OSError as error:
        raise GraphlintError(f"{path}: cannot be changed: {describe_write_error(error)}") from None
