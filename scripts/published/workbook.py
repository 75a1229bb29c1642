"""Read the cells of an Office Open XML workbook, in which one of the collections is published."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Iterator
from pathlib import Path

SPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def cells(workbook: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the sheet, the reference (`C16`) and the text of each cell that holds a text."""
    with zipfile.ZipFile(workbook) as archive:
        shared = [
            "".join(part.text or "" for part in item.iter(f"{SPACE}t"))
            for item in ElementTree.fromstring(archive.read("xl/sharedStrings.xml")).iter(f"{SPACE}si")
        ]
        sheets = [sheet.get("name", "") for sheet in ElementTree.fromstring(archive.read("xl/workbook.xml")).iter(f"{SPACE}sheet")]
        for number, sheet in enumerate(sheets, 1):
            root = ElementTree.fromstring(archive.read(f"xl/worksheets/sheet{number}.xml"))
            for cell in root.iter(f"{SPACE}c"):
                value = cell.find(f"{SPACE}v")
                if cell.get("t") == "s" and value is not None and value.text is not None:
                    yield sheet, cell.get("r", ""), shared[int(value.text)]
