"""Decode a file's bytes to its source: a Python module, or a notebook."""

from __future__ import annotations

from graphlint.source.source import NOTEBOOK_SUFFIX, Source


def read_source(path: str, data: bytes, *, snippet: bool = False) -> Source:
    """Decode the bytes of a Python file or a notebook, as the file's name says, or of a snippet.

    Raises:
        UnreadableSource: if the bytes cannot be decoded, or are not a notebook.
    """
    if snippet:
        from graphlint.source.snippets.snippet import Snippet  # noqa: PLC0415  most runs have no snippet

        return Snippet.from_bytes(path, data)
    if path.endswith(NOTEBOOK_SUFFIX):
        from graphlint.source.notebooks.notebook import Notebook  # noqa: PLC0415  most runs have no notebook

        return Notebook.from_bytes(path, data)
    return Source.from_bytes(path, data)


def text_source(path: str, text: str) -> Source:
    """Create the source of a text in an editor, whatever encoding it declares.

    Raises:
        UnreadableSource: if it is not a notebook.
    """
    return read_source(path, text.encode("utf-8", "replace")) if path.endswith(NOTEBOOK_SUFFIX) else Source(path, text)
