"""Results of an earlier run of the generators: the fixes of all marked programs take more than a minute."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import shared_results

from graphlint.common.system import is_running

FOLDER = "build/generated"
READ = ("graphlint", "rules", "tests")
"""The directories whose files decide about the results."""
SUFFIXES = (".py", ".toml", ".tsv", ".json")


@contextmanager
def stored_results(root: Path) -> Iterator[None]:
    """Keep the results that `shared_results` computes, until a file changes on which they depend."""
    if shared_results.FOLDER in os.environ:
        yield
        return
    folder = root / FOLDER
    name = _digest(root)
    kept, begun = folder / name, folder / f"{name}.{os.getpid()}"
    if not kept.exists():
        begun.mkdir(parents=True)
    os.environ[shared_results.FOLDER] = str(kept if kept.exists() else begun)
    yield
    # An interrupted run leaves its directory, which no later one reads.
    if not kept.exists():
        begun.rename(kept)
    for other in folder.iterdir():
        _, _, process = other.name.partition(".")
        if other != kept and not (process and is_running(int(process))):
            shutil.rmtree(other, ignore_errors=True)


def _digest(root: Path) -> str:
    digest = hashlib.sha256(f"{sys.version} {version('libcst')}".encode())
    for directory in READ:
        for path in sorted((root / directory).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                digest.update(str(path.relative_to(root)).encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]
