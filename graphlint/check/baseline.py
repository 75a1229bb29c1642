"""Baselines: known findings, not reported until their statement or its function changes.

An entry is a path relative to the baseline's folder, a code, a fingerprint of the statement's tokens and the enclosing function's name, and
a count. It has no line number, so that findings stay known when lines move. The entries of a file that no longer exists apply to files
without entries, so that findings stay known when their file is renamed. Each entry is on a line of its own, so that versions can be
merged.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from graphlint.common.errors import GraphlintError
from graphlint.common.network_paths import is_network_path
from graphlint.common.shown_paths import relative, with_slashes
from graphlint.common.whole_files import describe_write_error, write_file
from graphlint.source.regular_files import read_regular

VERSION = 1
Key: TypeAlias = "tuple[str, str]"
"""The identity of a finding within its file: code and fingerprint."""


@dataclass(frozen=True)
class Baseline:
    """The known findings by file (relative to the baseline's folder), with the count of each kind."""

    folder: str
    files: dict[str, Counter[Key]] = field(default_factory=dict)

    def of(self, path: str) -> Counter[Key]:
        """Return the known findings of a file, by its displayed path."""
        return self.files.get(self.name(path), Counter())

    def name(self, path: str) -> str:
        """Return the path of a file relative to the baseline's folder."""
        return _relative(path, self.folder)

    def moved(self, path: str) -> Counter[Key]:
        """Return the known findings that a file without entries may have had under another name."""
        return Counter() if self.name(path) in self.files else sum(self.deleted.values(), Counter())

    def subset(self, paths: Iterable[str]) -> Baseline:
        """Restrict the baseline to some files, and those that no longer exist."""
        names = map(self.name, paths)
        return Baseline(self.folder, {**self.deleted, **{name: self.files[name] for name in names if name in self.files}})

    def count_in_deleted_files(self) -> int:
        """Count the known findings in files that no longer exist."""
        return sum(known.total() for known in self.deleted.values())

    @cached_property
    def deleted(self) -> dict[str, Counter[Key]]:
        """The known findings in files that no longer exist."""
        return {name: known for name, known in self.files.items() if not self._exists(name)}

    def _exists(self, name: str) -> bool:
        """Return True if a file exists, or is on another machine, which is not asked."""
        return is_network_path(name) or os.path.lexists(os.path.join(self.folder, name))


def read(path: str) -> Baseline:
    """Read a baseline file.

    Raises:
        GraphlintError: if it cannot be read or is none.
    """
    try:
        data = json.loads(read_regular(path, pipes=True).decode("utf-8-sig"))
    except (OSError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or "it is nested too deeply"
        raise GraphlintError(f"{path}: the baseline cannot be read: {reason}; write one with --write-baseline {path}") from None
    except ValueError as error:
        raise _invalid_baseline(path, f"invalid JSON: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("findings"), list):
        raise _invalid_baseline(path, 'it has no list of "findings"')
    if data.get("version") != VERSION:
        raise _invalid_baseline(path, f"its version is {data.get('version')!r}, not {VERSION}")
    files: dict[str, Counter[Key]] = {}
    for number, entry in enumerate(data["findings"], 1):
        if not _is_entry(entry):
            raise _invalid_baseline(path, f"its entry {number} is not made of path, code, fingerprint and count")
        files.setdefault(entry["path"], Counter())[entry["code"], entry["fingerprint"]] += entry["count"]
    return Baseline(os.path.dirname(os.path.abspath(path)), files)


def write(path: str, keys: Iterable[tuple[str, Key]]) -> int:
    """Write a baseline, sorted, one entry per line. Return the number of findings.

    Raises:
        GraphlintError: if it cannot be written.
    """
    folder = os.path.dirname(os.path.abspath(path))
    counts = Counter((_relative(name, folder), *key) for name, key in keys)
    entries = (
        json.dumps({"path": name, "code": code, "fingerprint": print_, "count": count})
        for (name, code, print_), count in sorted(counts.items())
    )
    body = ",".join(f"\n    {entry}" for entry in entries)
    text = f'{{\n  "version": {VERSION},\n  "findings": [{body}\n  ]\n}}\n'
    try:
        write_file(path, text.encode())
    except OSError as error:
        raise GraphlintError(f"{path} cannot be written: {describe_write_error(error)}") from None
    return counts.total()


def _relative(path: str, folder: str) -> str:
    """Return a relative path with slashes; an absolute one if there is no relative path."""
    return with_slashes(relative(path, folder))


def _is_entry(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and all(isinstance(entry.get(name), str) for name in ("path", "code", "fingerprint"))
        and isinstance(entry.get("count"), int)
        and not isinstance(entry["count"], bool)
        and entry["count"] > 0
    )


def _invalid_baseline(path: str, problem: str) -> GraphlintError:
    return GraphlintError(f"{path}: not a baseline: {problem}; delete it, and create it again with --write-baseline {path}")
