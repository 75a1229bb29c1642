"""What installed distributions say of themselves, found by a search of their files.

`importlib.metadata` knows all of it, but to import it takes longer than to check a project that has not changed; it is asked where a search
finds that there is something to ask, or cannot tell.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder

ENTRY_POINTS = "entry_points.txt"
# By the ending of a folder that describes a distribution: its file of what there is to say of it.
DESCRIPTIONS = {".dist-info": "METADATA", ".egg-info": "PKG-INFO"}
LINK = re.compile(r"^Project-URL:[ \t]*([^,\r\n]*),[ \t]*(\S*)", re.MULTILINE)


def may_offer(group: str) -> bool:
    """Whether there may be an entry point of a group. Where distributions lie in archives, or are found in ways of their own, nobody knows.

    Args:
        group: the group's name.
    """
    if any(finder is not PathFinder and hasattr(finder, "find_distributions") for finder in sys.meta_path):
        return True
    for folder in dict.fromkeys(sys.path):
        for path in _inside(folder):
            if path.lower().endswith((*DESCRIPTIONS, os.sep + "egg-info")):
                if group in _text(os.path.join(path, ENTRY_POINTS)):
                    return True
            elif os.path.isfile(path) and (path == folder or path.lower().endswith(".egg")):
                return True
    return False


def links(name: str) -> dict[str, str]:
    """The addresses that a distribution names, by what it calls them, in small letters; none where it is not installed.

    Args:
        name: the distribution.
    """
    start = name.replace("-", "_") + "-"
    for path in (path for folder in dict.fromkeys(sys.path) for path in _inside(folder)):
        base, ending = os.path.splitext(os.path.basename(path))
        if ending in DESCRIPTIONS and (base + "-").startswith(start):
            headers = _text(os.path.join(path, DESCRIPTIONS[ending])).partition("\n\n")[0]
            return _by_label(LINK.findall(headers))
    from importlib.metadata import PackageNotFoundError, metadata  # noqa: PLC0415  slow to import

    try:
        told = metadata(name).get_all("Project-URL") or []
    except PackageNotFoundError:
        return {}
    return _by_label([(label, address) for label, _, address in (link.partition(",") for link in told)])


def _by_label(found: list[tuple[str, str]]) -> dict[str, str]:
    return {label.strip().casefold(): address.strip() for label, address in found}


def _inside(folder: str) -> Iterator[str]:
    """What lies in a folder from which modules are imported; the archive itself where it is one."""
    try:
        names = os.listdir(folder or ".")
    except NotADirectoryError:
        yield folder
    except OSError:
        return
    else:
        yield from (os.path.join(folder, name) for name in names)


def _text(path: str) -> str:
    """What stands in a file; nothing if it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except OSError:
        return ""
