"""Conversion between URIs and paths."""

from __future__ import annotations

import os

from pygls.uris import from_fs_path, to_fs_path, urlparse

NOTEBOOK_SUFFIX = ".ipynb"
# Cells outside of a notebook that the server knows are not programs of their own.
CELL_SCHEMES = frozenset({"vscode-notebook-cell", "vscode-interactive-input"})


def path_of(uri: str) -> str | None:
    """Return the path of a `file:` URI; None for other schemes."""
    path = to_fs_path(uri)
    return os.path.normpath(path) if path else None


def uri_of(path: str) -> str:
    """Return the URI of an absolute path."""
    return from_fs_path(path) or path


def name_of(uri: str) -> str:
    """Return the name of a document in diagnostics: its path, or `<scheme>/rest` of another URI."""
    return path_of(uri) or f"<{scheme_of(uri)}>/{uri.partition(':')[2].lstrip('/')}"


def scheme_of(uri: str) -> str:
    return str(urlparse(uri)[0])
