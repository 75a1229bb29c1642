"""From the addresses that editors use to paths, and back."""

from __future__ import annotations

import os

from pygls.uris import from_fs_path, to_fs_path, urlparse

NOTEBOOK_SUFFIX = ".ipynb"
# A cell that reaches the server outside of its notebook is no program.
CELL_SCHEMES = frozenset({"vscode-notebook-cell", "vscode-interactive-input"})


def path_of(uri: str) -> str | None:
    """The path of a file on this machine; None for any other address.

    Args:
        uri: the address.
    """
    path = to_fs_path(uri)
    return os.path.normpath(path) if path else None


def uri_of(path: str) -> str:
    """The address of a file.

    Args:
        path: its path, absolute.
    """
    return from_fs_path(path) or path


def name_of(uri: str) -> str:
    """How a document is called in diagnostics: its path, or for what is no file here its address, the scheme in angle brackets.

    Args:
        uri: the address.
    """
    return path_of(uri) or f"<{scheme_of(uri)}>/{uri.partition(':')[2].lstrip('/')}"


def scheme_of(uri: str) -> str:
    """The scheme of an address.

    Args:
        uri: the address.
    """
    return str(urlparse(uri)[0])


def is_below(path: str, folder: str) -> bool:
    """Whether a path lies in a folder, or is the folder.

    Args:
        path: the path, absolute.
        folder: the folder, absolute.
    """
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
