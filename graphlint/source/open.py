"""From a file's bytes to its source: a module of Python, or a notebook."""

from __future__ import annotations

from graphlint.source.source import NOTEBOOK_SUFFIX, Source


def read_source(path: str, data: bytes) -> Source:
    """The source that a file's bytes hold: Python, or a notebook, as the file's name says.

    Args:
        path: the path as displayed.
        data: the file's bytes.

    Raises:
        UnreadableSource: if the bytes cannot be decoded, or are no notebook though they should be.
    """
    if path.endswith(NOTEBOOK_SUFFIX):
        from graphlint.source.notebooks.notebook import Notebook  # noqa: PLC0415  most runs do without

        return Notebook.from_bytes(path, data)
    return Source.from_bytes(path, data)


def text_source(path: str, text: str) -> Source:
    """The source that an editor holds the text of.

    Args:
        path: the path as displayed.
        text: the text, whatever encoding it declares.

    Raises:
        UnreadableSource: if it is no notebook though it should be.
    """
    return read_source(path, text.encode("utf-8", "replace")) if path.endswith(NOTEBOOK_SUFFIX) else Source(path, text)
