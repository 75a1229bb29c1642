"""Metadata of installed distributions, found by a search of their files.

`importlib.metadata` would know all of it, but its import takes longer than a check of an unchanged project. It is only used if a search
finds something, or cannot decide.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder

ENTRY_POINTS = "entry_points.txt"
# The metadata file of a distribution, by the suffix of its folder.
DESCRIPTIONS = {".dist-info": "METADATA", ".egg-info": "PKG-INFO"}
LINK = re.compile(r"^Project-URL:[ \t]*([^,\r\n]*),[ \t]*(\S*)", re.MULTILINE)


def may_offer(group: str) -> bool:
    """Return True if there may be an entry point of a group: also for distributions in archives or found by custom import finders, which
    are not searched."""
    if any(finder is not PathFinder and hasattr(finder, "find_distributions") for finder in sys.meta_path):
        return True
    for folder in dict.fromkeys(sys.path):
        for path in _entries_of(folder):
            if path.lower().endswith((*DESCRIPTIONS, os.sep + "egg-info")):
                if group in _text(os.path.join(path, ENTRY_POINTS)):
                    return True
            elif os.path.isfile(path) and (path == folder or path.lower().endswith(".egg")):
                return True
    return False


def project_urls(name: str) -> dict[str, str]:
    """Return the URLs of a distribution by lowercase label; empty if it is not installed."""
    start = name.replace("-", "_") + "-"
    for path in (path for folder in dict.fromkeys(sys.path) for path in _entries_of(folder)):
        base, ending = os.path.splitext(os.path.basename(path))
        if ending in DESCRIPTIONS and (base + "-").startswith(start):
            headers = _text(os.path.join(path, DESCRIPTIONS[ending])).partition("\n\n")[0]
            return _normalize_labels(LINK.findall(headers))
    from importlib.metadata import PackageNotFoundError, metadata  # noqa: PLC0415  slow to import

    try:
        told = metadata(name).get_all("Project-URL") or []
    except PackageNotFoundError:
        return {}
    return _normalize_labels([(label, address) for label, _, address in (link.partition(",") for link in told)])


def _normalize_labels(found: list[tuple[str, str]]) -> dict[str, str]:
    return {label.strip().casefold(): address.strip() for label, address in found}


def _entries_of(folder: str) -> Iterator[str]:
    """Return the entries of a folder on the path; the archive itself if it is one."""
    try:
        names = os.listdir(folder or ".")
    except NotADirectoryError:
        yield folder
    except OSError:
        return
    else:
        yield from (os.path.join(folder, name) for name in names)


def _text(path: str) -> str:
    """Return the text of a file; empty if it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except OSError:
        return ""
