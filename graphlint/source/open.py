"""The content of a file, and the source that it is decoded to: a Python module, a notebook, or a snippet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphlint.common.errors import GraphlintError
from graphlint.source.regular_files import read_regular
from graphlint.source.source import NOTEBOOK_SUFFIX, Source


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a file: its bytes on disk, or the text of an editor's buffer.

    `requested` says that the file was named, piped or opened, and not only found in a folder: it is parsed even if it does not name torch.
    A `snippet` lacks what surrounds it.
    """

    path: str
    data: bytes
    text: str | None = None
    requested: bool = False
    snippet: bool = False

    @classmethod
    def read(cls, path: str, texts: Mapping[str, bytes | str] | None = None, requested: bool = False) -> Content:
        """Read a file.

        Args:
            texts: contents that replace those on disk: bytes, or the text of an editor's buffer.

        Raises:
            GraphlintError: if it cannot be read.
        """
        override = (texts or {}).get(path)
        if override is not None:
            return cls.of_text(path, override, requested) if isinstance(override, str) else cls(path, override, requested=requested)
        try:
            return cls(path, read_regular(path), requested=requested)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise GraphlintError(f"{path}: cannot be read: {reason}; check the path and its permissions") from None

    @classmethod
    def of_text(cls, path: str, text: str, requested: bool = False) -> Content:
        return cls(path, text.encode("utf-8", "replace"), text, requested)

    def source(self) -> Source:
        if self.snippet:
            return read_source(self.path, self.data, snippet=True)
        return read_source(self.path, self.data) if self.text is None else text_source(self.path, self.text)


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
