"""The rows of settings in the text of a settings file, for errors that are shown in an editor."""

from __future__ import annotations

import re

HEADER = re.compile(r"^\s*\[{1,2}(?P<name>[^\[\]#]+)\]{1,2}")
SPACES_AND_QUOTES = re.compile(r"[\s\"']+")


def row_of(text: str, table: str, name: str, value: str = "") -> int:
    """Return the row of a setting, from 1: of its key or its table, or if they are not found, of the first line that mentions it.

    Args:
        text: the text of the file.
        table: the table of graphlint's settings, as in "tool.graphlint"; empty for the top of the file.
        name: the setting.
        value: a string in its value; the row of that string, if it is found below the key.
    """
    lines = text.splitlines()
    key = _row_of_key(lines, table, name)
    if value:
        quoted = re.compile(rf"""["']{re.escape(value)}["']""")
        return next((row for row in range(key, len(lines) + 1) if quoted.search(lines[row - 1])), key)
    return key


def _row_of_key(lines: list[str], table: str, name: str) -> int:
    key = re.compile(rf"""^\s*["']?{re.escape(name)}["']?\s*[.=]""")
    own_table = f"{table}.{name}".lstrip(".")
    current = ""
    for row, line in enumerate(lines, 1):
        header = HEADER.match(line)
        if header is not None:
            current = SPACES_AND_QUOTES.sub("", header["name"])
        if current == own_table or (header is None and current == table and key.match(line)):
            return row
    mentions = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    return next((row for row, line in enumerate(lines, 1) if mentions.search(line)), 1)
