"""A notebook file: its Python cells, their code, and its position in the file.

The file is parsed with `json`, and its text is retained: only code is replaced in it, so that nothing else changes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from graphlint.common.errors import UnreadableSource
from graphlint.source.source import BYTE_ORDER_MARK

DECODER = json.JSONDecoder()
SPACE = re.compile(r"[ \t\n\r]*")
PYTHON = re.compile(r"\s*i?python", re.IGNORECASE)
REMEDY = "restore it, or open it in Jupyter and save it again"
NEWEST, OLDEST = 4, 3


@dataclass(frozen=True, slots=True)
class StoredCell:
    """A code cell: its number among all cells (from 1), its code, and the span of the JSON value with the code."""

    number: int
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Document:
    """A notebook as stored: the text of the file, and its Python cells in order."""

    text: str
    cells: tuple[StoredCell, ...]


def read_document(path: str, data: bytes) -> Document:
    """Parse a notebook.

    Raises:
        UnreadableSource: if it is not a notebook of format 3 or 4.
    """
    try:
        text = data.removeprefix(BYTE_ORDER_MARK).decode("utf-8")
        content = json.loads(text)
    except UnicodeDecodeError as error:
        raise UnreadableSource(path, f"is not valid UTF-8 (byte 0x{error.object[error.start]:02x} at {error.start}); {REMEDY}") from None
    except json.JSONDecodeError as error:
        raise UnreadableSource(path, f"is not a notebook: invalid JSON in line {error.lineno}: {error.msg}; {REMEDY}") from None
    except RecursionError:
        raise UnreadableSource(path, f"is not a notebook: nested too deeply; {REMEDY}") from None
    except ValueError:
        # Python refuses to convert a number of thousands of digits.
        raise UnreadableSource(path, f"is not a notebook: it contains a number with too many digits; {REMEDY}") from None
    version = content.get("nbformat") if isinstance(content, dict) else None
    if not isinstance(version, int):
        raise UnreadableSource(path, f"is not a notebook: it has no nbformat; {REMEDY}")
    if not OLDEST <= version <= NEWEST:
        raise UnreadableSource(path, f"is a notebook in format {version}, but graphlint reads only 3 and 4; convert it with nbconvert")
    if not _is_python(content.get("metadata")):
        return Document(text, ())
    found = enumerate(_cells(path, text, content, version), 1)
    key = "source" if version == NEWEST else "input"
    return Document(text, tuple(cell for number, (value, at) in found for cell in _python_cell(path, text, number, value, at, key)))


def items(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each value of an array in valid JSON."""
    at = _skip(text, start + 1)
    while text[at] != "]":
        _, end = DECODER.raw_decode(text, at)
        yield at, end
        at = _skip(text, end)
        at = _skip(text, at + 1) if text[at] == "," else at


def _members(text: str, start: int) -> dict[str, tuple[int, int]]:
    """Return the start and end of the values of an object by key. As in `json`, the last duplicate counts."""
    found: dict[str, tuple[int, int]] = {}
    at = _skip(text, start + 1)
    while text[at] != "}":
        key, end = DECODER.raw_decode(text, at)
        begin = _skip(text, _skip(text, end) + 1)
        _, end = DECODER.raw_decode(text, begin)
        found[key] = (begin, end)
        at = _skip(text, end)
        at = _skip(text, at + 1) if text[at] == "," else at
    return found


def _skip(text: str, at: int) -> int:
    """Skip white space."""
    found = SPACE.match(text, at)
    return found.end() if found else at


def _cells(path: str, text: str, content: dict[str, Any], version: int) -> Iterator[tuple[Any, int]]:
    """Yield all cells of a notebook with their offsets. Format 3 has worksheets of cells."""
    top = _members(text, _skip(text, 0))
    if version == NEWEST:
        yield from _array(path, text, content, top, "cells")
        return
    for sheet, start in _array(path, text, content, top, "worksheets"):
        if not isinstance(sheet, dict):
            raise UnreadableSource(path, f"is a broken notebook: a worksheet is not an object; {REMEDY}")
        yield from _array(path, text, sheet, _members(text, start), "cells")


def _array(path: str, text: str, content: dict[str, Any], members: dict[str, tuple[int, int]], key: str) -> Iterator[tuple[Any, int]]:
    """Yield the values of an object's array with their offsets."""
    values = content.get(key)
    if not isinstance(values, list):
        raise UnreadableSource(path, f"is a broken notebook: {key} is not an array; {REMEDY}")
    starts = (start for start, _ in items(text, members[key][0]))
    yield from zip(values, starts, strict=True)


def _python_cell(path: str, text: str, number: int, cell: Any, start: int, key: str) -> Iterator[StoredCell]:
    """Yield the cell if it contains Python code."""
    if not isinstance(cell, dict) or not isinstance(cell.get("cell_type"), str):
        raise UnreadableSource(path, f"is a broken notebook: cell {number} has no cell_type; {REMEDY}")
    if cell["cell_type"] != "code" or not _is_python_cell(cell):
        return
    value = cell.get(key)
    lines = [value] if isinstance(value, str) else value
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise UnreadableSource(path, f"is a broken notebook: the {key} of cell {number} is not text; {REMEDY}")
    yield StoredCell(number, "".join(lines), *_members(text, start)[key])


def _is_python(metadata: Any) -> bool:
    """Return True if a notebook is in Python, the default."""
    for key, word in (("kernelspec", "language"), ("language_info", "name")):
        known = metadata.get(key) if isinstance(metadata, dict) else None
        language = known.get(word) if isinstance(known, dict) else None
        if isinstance(language, str) and language:
            return PYTHON.match(language) is not None
    return True


def _is_python_cell(cell: dict[str, Any]) -> bool:
    """Return True if a code cell is in Python: editors and format 3 can mark cells in another language."""
    metadata = cell.get("metadata")
    editor = metadata.get("vscode") if isinstance(metadata, dict) else None
    languages = [cell.get("language"), editor.get("languageId") if isinstance(editor, dict) else None]
    return all(PYTHON.match(language) for language in languages if isinstance(language, str))
