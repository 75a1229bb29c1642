"""Baselines: findings that are known, and silent until their line or its function changes.

An entry is a path from the baseline's folder, a code, and a fingerprint of the line's text and of the enclosing function's name, with a
count; no line number, so that findings stay known when lines move. Each entry is a line of its own, so that versions merge.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from graphlint.common.errors import GraphlintError
from graphlint.source.regular_files import read_regular

VERSION = 1
Key: TypeAlias = "tuple[str, str]"
"""What tells the findings of one file apart: code and fingerprint."""


@dataclass(frozen=True)
class Baseline:
    """The known findings: of each file, by its path from the baseline's folder, how many of each kind."""

    folder: str
    files: dict[str, Counter[Key]] = field(default_factory=dict)

    def of(self, path: str) -> Counter[Key]:
        """The known findings of a file.

        Args:
            path: the file, as displayed.
        """
        return self.files.get(self.name(path), Counter())

    def name(self, path: str) -> str:
        """What a file is called in the baseline.

        Args:
            path: the file, as displayed.
        """
        return _relative(path, self.folder)

    def only(self, paths: Iterable[str]) -> Baseline:
        """The part of it that speaks of some files.

        Args:
            paths: the files, as displayed.
        """
        names = map(self.name, paths)
        return Baseline(self.folder, {name: self.files[name] for name in names if name in self.files})

    def missing(self) -> int:
        """How many of the known findings are in files that are there no more."""
        return sum(known.total() for name, known in self.files.items() if not os.path.lexists(os.path.join(self.folder, name)))


def fingerprint(line: str, function: str) -> str:
    """What a finding is known by when its line moves.

    Args:
        line: the text of its line; white space at its ends does not count.
        function: the name of the enclosing function, with those around it.
    """
    text = f"{function}\0{line.strip()}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def read(path: str) -> Baseline:
    """Read a baseline.

    Args:
        path: its file.

    Raises:
        GraphlintError: if it cannot be read or is none.
    """
    try:
        data = json.loads(read_regular(path, pipes=True).decode("utf-8"))
    except (OSError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or "it is nested too deeply"
        raise GraphlintError(f"{path}: the baseline cannot be read: {reason}; write one with --write-baseline {path}") from None
    except ValueError as error:
        raise _broken(path, f"it is no JSON: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("findings"), list):
        raise _broken(path, 'it has no list of "findings"')
    if data.get("version") != VERSION:
        raise _broken(path, f"its version is {data.get('version')!r}, not {VERSION}")
    files: dict[str, Counter[Key]] = {}
    for number, entry in enumerate(data["findings"], 1):
        if not _is_entry(entry):
            raise _broken(path, f"its entry {number} is not made of path, code, fingerprint and count")
        files.setdefault(entry["path"], Counter())[entry["code"], entry["fingerprint"]] += entry["count"]
    return Baseline(os.path.dirname(os.path.abspath(path)), files)


def write(path: str, found: Iterable[tuple[str, Key]]) -> int:
    """Write a baseline, sorted, one entry a line.

    Args:
        path: its file.
        found: the path of each finding, as displayed, and what it is known by.

    Returns:
        How many findings it holds.

    Raises:
        GraphlintError: if it cannot be written.
    """
    folder = os.path.dirname(os.path.abspath(path))
    counts = Counter((_relative(name, folder), *key) for name, key in found)
    entries = (
        json.dumps({"path": name, "code": code, "fingerprint": print_, "count": count})
        for (name, code, print_), count in sorted(counts.items())
    )
    body = ",".join(f"\n    {entry}" for entry in entries)
    text = f'{{\n  "version": {VERSION},\n  "findings": [{body}\n  ]\n}}\n'
    try:
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise GraphlintError(f"{path} cannot be written: {error.strerror}") from None
    return counts.total()


def _relative(path: str, folder: str) -> str:
    """A path from a folder, with slashes; absolute where there is no way from there."""
    whole = os.path.abspath(path)
    try:
        return os.path.relpath(whole, folder).replace(os.sep, "/")
    except ValueError:
        return whole.replace(os.sep, "/")


def _is_entry(entry: Any) -> bool:
    """Whether a value of the file is an entry."""
    return (
        isinstance(entry, dict)
        and all(isinstance(entry.get(name), str) for name in ("path", "code", "fingerprint"))
        and isinstance(entry.get("count"), int)
        and not isinstance(entry["count"], bool)
        and entry["count"] > 0
    )


def _broken(path: str, problem: str) -> GraphlintError:
    """The error for what is no baseline."""
    return GraphlintError(f"{path}: this is no baseline: {problem}; write it anew with --write-baseline {path}")
