r"""Paths of other machines: `//host/share` and `\\host\share` (UNC).

When Windows opens one, it connects to the host and offers it the user's credentials. A path in a settings file or in a log may come from
a stranger, so none of these is opened. What is refused is the same on every system.
"""

from __future__ import annotations

SEPARATORS = "/\\"


def is_network_path(path: str) -> bool:
    r"""Return True for a path that begins with two separators, of either kind: also `\\?\UNC\host\share` and devices (`\\.\pipe`)."""
    return len(path) > 1 and path[0] in SEPARATORS and path[1] in SEPARATORS


def local_path(path: str) -> str:
    """Return the path itself, or a network path as one that is relative to a folder of this machine."""
    return path.lstrip(SEPARATORS) if is_network_path(path) else path
