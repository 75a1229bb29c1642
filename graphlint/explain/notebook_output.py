"""The tracebacks in the stored output of a notebook."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from graphlint.common.errors import GraphlintError
from graphlint.source.source import NOTEBOOK_SUFFIX


def is_notebook(path: str) -> bool:
    """Return True for the name of a notebook."""
    return path.endswith(NOTEBOOK_SUFFIX)


def tracebacks_of(path: str, text: str) -> str:
    """Return the text of all tracebacks in the output of a notebook's cells.

    Raises:
        GraphlintError: if it is not a notebook.
    """
    try:
        return "\n".join(_tracebacks(json.loads(text)))
    except (ValueError, AttributeError, TypeError):
        raise GraphlintError(f"{path}: not a notebook; name a text file with the traceback") from None


def _tracebacks(document: Any) -> Iterator[str]:
    for cell in document.get("cells", ()):
        for output in cell.get("outputs", ()):
            if output.get("output_type") == "error":
                yield from output.get("traceback", ())
