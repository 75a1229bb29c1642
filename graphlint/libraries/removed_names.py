"""Names that Python and PyTorch have removed (`removed_names.toml`): code that reads one raises an error."""

from __future__ import annotations

import functools
import sys
from collections.abc import Mapping
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@functools.cache
def removed_names() -> Mapping[str, str]:
    """Return the removed names, each with the first version without it."""
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {name: version for names in tables.values() for name, version in names.items()}


@functools.cache
def last_parts() -> frozenset[str]:
    """Return the last parts of the removed names."""
    return frozenset(name.rpartition(".")[2] for name in removed_names())


def is_removed(name: str) -> bool:
    """Return True for a removed name, and for any name in a removed module."""
    removed = removed_names()
    while name:
        if name in removed:
            return True
        name = name.rpartition(".")[0]
    return False
