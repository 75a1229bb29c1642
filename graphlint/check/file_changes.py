"""What changes in folders and may change what is found in them, as it happens: for `graphlint check --watch`, and for the server."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from graphlint.config.files import NAMES
from graphlint.source.discovery import IGNORE_FILE, SKIPPED_FOLDERS, SUFFIXES, is_link, is_skipped_folder

SETTINGS_FILES = (*NAMES, IGNORE_FILE)
# How long to wait for changes at a time, in milliseconds: so long also until the first is told.
BREATH = 200


def changes_in(paths: Sequence[str]) -> Iterator[list[str]]:
    """What changes in some paths and may change what is found, as it happens. It never ends by itself.

    The first handful is empty and tells that watching has begun; others may be empty too.

    Args:
        paths: files and folders.
    """
    from watchfiles import watch  # noqa: PLC0415  a compiled library, and few runs watch

    asked = [Path(path).resolve() for path in paths]
    # Of a file its folder is watched: many editors put another file in its place.
    folders = {path if path.is_dir() else path.parent for path in asked}
    above = {folder / name for path in folders for folder in path.parents for name in SETTINGS_FILES}
    deep = any(path.is_dir() for path in asked)
    changed: set[str] = set()
    before: dict[str, int] | None = None
    while True:
        below, whole = watched_folders(folders) if deep else (folders, False)
        watched = _standing((*below, *above))
        if before is not None:
            changed |= _differing(before, watched)
        before = watched
        if not watched:
            time.sleep(BREATH / 1000)
            yield sorted(changed)
            changed = set()
            continue
        # A folder may go before it is watched.
        with contextlib.suppress(FileNotFoundError):
            for found in watch(
                *sorted(watched),
                watch_filter=lambda _, path: matters(Path(path), asked),
                recursive=whole,
                rust_timeout=BREATH,
                yield_on_timeout=True,
            ):
                touched = {path for _, path in found}
                yield sorted(changed | touched)
                if deep and not whole and any(Path(path).is_dir() for path in touched):
                    below, whole = watched_folders(folders)
                # What is deleted and made anew, as by a checkout of another branch, has to be watched anew; it is told when it is watched.
                changed = (touched & watched.keys()) | _differing(watched, _standing((*below, *above)))
                if changed:
                    break


def watched_folders(folders: Iterable[Path]) -> tuple[set[Path], bool]:
    """The folders to watch for what changes below some folders, and whether each is watched with all that it holds.

    What watches a folder with all that it holds follows links, to whole disks if need be. So where there are linked folders, each folder
    that is not one is watched by itself.

    Args:
        folders: the folders.
    """
    given = set(folders)
    found, waiting, linked = set(given), list(given), False
    while waiting:
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if not entry.is_dir() or is_skipped_folder(entry.name, entry.path):
                    continue
                if is_link(entry):
                    linked = True
                else:
                    found.add(Path(entry.path))
                    waiting.append(Path(entry.path))
    return (found, False) if linked else (given, True)


def _differing(before: Mapping[str, int], after: Mapping[str, int]) -> set[str]:
    """The paths that have come, gone, or become another file."""
    return {path for path, _ in before.items() ^ after.items()}


def _standing(paths: Iterable[Path]) -> dict[str, int]:
    """Which of some paths there are, each with what tells it from another of its name."""
    found = {}
    for path in paths:
        with contextlib.suppress(OSError):
            found[str(path)] = path.stat().st_ino
    return found


def matters(path: Path, asked: Sequence[Path]) -> bool:
    """Whether the change of a path may change what is found.

    Args:
        path: what was changed, added or deleted.
        asked: the files and folders that are checked.
    """
    if path in asked:
        return True
    within = next((path.relative_to(folder) for folder in asked if folder in path.parents), None)
    if within is None:
        return _is_settings(path)
    if any(folder in SKIPPED_FOLDERS or folder.startswith(".") for folder in within.parent.parts) or within.name in SKIPPED_FOLDERS:
        return False
    if any(folder.is_symlink() for folder in path.parents[: len(within.parents) - 1]):
        # Nothing is checked in a folder that a link leads to.
        return False
    if _is_settings(path):
        return True
    if path.name.startswith("."):
        return False
    # Of a folder that was moved or deleted there is no more than its name.
    return path.name.endswith(SUFFIXES) or path.is_dir() or (not path.suffix and not path.is_file())


def _is_settings(path: Path) -> bool:
    """Whether a file may hold settings, under whatever name others extend it or --config names it."""
    return path.name == IGNORE_FILE or path.suffix == ".toml"
