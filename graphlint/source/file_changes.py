"""Watch folders for changes that can affect findings: for `graphlint check --watch` and for the server."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from graphlint.source.discovery import SKIPPED_FOLDERS, SUFFIXES, is_link, is_skipped_folder
from graphlint.source.git_ignore import IGNORE_FILE

# Milliseconds between two polls for changes, and the longest delay before the first one is reported.
POLL_INTERVAL = 200


def changes_in(paths: Sequence[str], settings_files: Sequence[str]) -> Iterator[list[str]]:
    """Yield the changed paths that can affect findings, forever.

    The first batch is empty and means that watching has begun. Later batches may be empty, too.

    Args:
        settings_files: the names of settings files, which apply to the folders below them.
    """
    from watchfiles import watch  # noqa: PLC0415  a compiled library, and few runs watch

    roots = [Path(path).resolve() for path in paths]
    # Watch the folder of a file: many editors replace the file on save.
    folders = {path if path.is_dir() else path.parent for path in roots}
    above = {folder / name for path in folders for folder in path.parents for name in (*settings_files, IGNORE_FILE)}
    recursive = any(path.is_dir() for path in roots)
    changed: set[str] = set()
    before: dict[str, int] | None = None
    while True:
        below, whole = watched_folders(folders) if recursive else (folders, False)
        watched = _inodes((*below, *above))
        if before is not None:
            changed |= _changed_paths(before, watched)
        before = watched
        if not watched:
            time.sleep(POLL_INTERVAL / 1000)
            yield sorted(changed)
            changed = set()
            continue
        # A folder may be deleted before it is watched.
        with contextlib.suppress(FileNotFoundError):
            for found in watch(
                *sorted(watched),
                watch_filter=lambda _, path: is_relevant(Path(path), roots),
                recursive=whole,
                rust_timeout=POLL_INTERVAL,
                yield_on_timeout=True,
            ):
                touched = {path for _, path in found}
                yield sorted(changed | touched)
                if recursive and not whole and any(Path(path).is_dir() for path in touched):
                    below, whole = watched_folders(folders)
                # A folder that was deleted and created again, as by a checkout of another branch, needs a new watch; its changes are
                # reported then.
                changed = (touched & watched.keys()) | _changed_paths(watched, _inodes((*below, *above)))
                if changed:
                    break


def watched_folders(folders: Iterable[Path]) -> tuple[set[Path], bool]:
    """Return the folders to watch, and whether each is watched recursively.

    A recursive watch follows links, if need be across whole disks. So if there are links to folders, each real folder is watched by itself.
    """
    requested = set(folders)
    found, pending, linked = set(requested), list(requested), False
    while pending:
        with contextlib.suppress(OSError), os.scandir(pending.pop()) as entries:
            for entry in entries:
                if not entry.is_dir() or is_skipped_folder(entry.name, entry.path):
                    continue
                if is_link(entry):
                    linked = True
                else:
                    found.add(Path(entry.path))
                    pending.append(Path(entry.path))
    return (found, False) if linked else (requested, True)


def _changed_paths(before: Mapping[str, int], after: Mapping[str, int]) -> set[str]:
    """Return the paths that were added, removed, or replaced by another file."""
    return {path for path, _ in before.items() ^ after.items()}


def _inodes(paths: Iterable[Path]) -> dict[str, int]:
    """Return the inode of each path that exists."""
    found = {}
    for path in paths:
        with contextlib.suppress(OSError):
            found[str(path)] = path.stat().st_ino
    return found


def is_relevant(path: Path, roots: Sequence[Path]) -> bool:
    """Return True if the change of a path can affect findings.

    Args:
        roots: the checked files and folders.
    """
    if path in roots:
        return True
    within = next((path.relative_to(folder) for folder in roots if folder in path.parents), None)
    if within is None:
        return _is_settings(path)
    if any(folder in SKIPPED_FOLDERS or folder.startswith(".") for folder in within.parent.parts) or within.name in SKIPPED_FOLDERS:
        return False
    if any(folder.is_symlink() for folder in path.parents[: len(within.parents) - 1]):
        # Files in linked folders are not checked.
        return False
    if _is_settings(path):
        return True
    if path.name.startswith("."):
        return False
    # Of a folder that was moved or deleted only the name is known.
    return path.name.endswith(SUFFIXES) or path.is_dir() or (not path.suffix and not path.is_file())


def _is_settings(path: Path) -> bool:
    """Return True for a file that may hold settings: any name can be extended or passed to --config."""
    return path.name == IGNORE_FILE or path.suffix == ".toml"
