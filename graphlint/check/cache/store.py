"""The cache folder and its files: each is written atomically, signed, and ignored if anything about it is invalid.

A cache in a cloned repository could hide findings. So each file is signed with a key (`signing_key`); without a key there is no cache.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import re
import time
from pathlib import Path

from graphlint.check.cache.signing_key import signing_key
from graphlint.common.errors import GraphlintError
from graphlint.common.whole_files import write_file
from graphlint.source.regular_files import read_regular

MARK = "CACHEDIR.TAG"
# Backup and search tools recognize a cache by this line (bford.info/cachedir).
SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55"
IGNORE = ".gitignore"
# Names without a prefix are from an earlier version.
RESULTS = re.compile(r"(?:results-|snapshot-|summaries-)?[0-9a-f]{32}\.json|writing-\w+")
OWN_MARK = "# This directory is the cache of graphlint. It can be deleted at any time."


def mark(folder: Path) -> None:
    """Mark a folder as the cache, and exclude it from git.

    Raises:
        OSError: if it cannot be written to.
    """
    write_file(folder / IGNORE, b"*\n")
    write_file(folder / MARK, f"{SIGNATURE}\n{OWN_MARK}\n".encode())


def is_cache(folder: Path) -> bool:
    """Return True if a folder is marked as graphlint's cache."""
    try:
        lines = read_regular(folder / MARK).decode("utf-8", "replace").splitlines()
    except OSError:
        return False
    return lines[:1] == [SIGNATURE] and OWN_MARK in lines and not (folder / MARK).is_symlink()


def is_unfinished(folder: Path) -> bool:
    """Return True if a folder holds nothing, or only the empty markers of a cache that a full disk has interrupted."""
    return all(
        entry.name in (MARK, IGNORE) and not entry.is_symlink() and entry.is_file() and entry.stat().st_size == 0
        for entry in folder.iterdir()
    )


def is_own(name: str) -> bool:
    """Return True for the name of a file that graphlint writes to the cache."""
    return RESULTS.fullmatch(name) is not None


def delete(folder: Path) -> bool:
    """Delete the cache folder. Return False if there was none.

    Raises:
        GraphlintError: if the folder is not marked as the cache, holds anything else, or cannot be deleted.
    """
    if not folder.is_symlink() and not folder.exists():
        return False
    if folder.is_symlink() or not folder.is_dir() or not (is_cache(folder) or is_unfinished(folder)):
        raise GraphlintError(f"{folder}: is not marked as the cache of graphlint, and is left as it is; delete it by hand if it is one")
    try:
        entries = list(folder.iterdir())
        foreign = sorted(entry.name for entry in entries if not is_own(entry.name) and entry.name not in (MARK, IGNORE))
        if foreign:
            raise GraphlintError(f"{folder}: holds what is not of graphlint ({foreign[0]}), and is left as it is; delete it by hand")
        for entry in entries:
            entry.unlink()
        folder.rmdir()
    except OSError as error:
        raise GraphlintError(f"{folder}: cannot be deleted: {error.strerror}") from None
    return True


# Files of settings that are no longer used are deleted after this time.
MAX_AGE_DAYS = 30


class Store:
    """One cache file.

    Args:
        folder: the cache folder.
        identity: the inputs of the results other than files (settings, rules, versions); each identity has its own file.
    """

    def __init__(self, folder: str, kind: str, identity: str) -> None:
        self._folder = Path(folder)
        self._path = self._folder / f"{kind}-{hashlib.blake2b(identity.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}.json"
        self._key = signing_key()

    @property
    def usable(self) -> bool:
        """True if there is a key, without which nothing is cached."""
        return self._key is not None

    def load(self) -> object:
        """Load the record; None if the file is missing, broken or foreign."""
        try:
            record: object = json.loads(self.load_bytes() or b"null")
        except (ValueError, RecursionError):
            return None
        return record

    def load_bytes(self) -> bytes | None:
        """Load the content of the file; None if it is missing or foreign."""
        if self._key is None:
            return None
        try:
            signature, _, body = read_regular(self._path).partition(b"\n")
        except OSError:
            return None
        return body if hmac.compare_digest(signature, self._signature(self._key, body)) else None

    def save(self, record: object) -> None:
        """Replace the record by one that JSON can hold. If the folder is not writable, nothing is cached."""
        self.save_bytes(json.dumps(record, separators=(",", ":")).encode())

    def save_bytes(self, body: bytes) -> None:
        """Replace the content of the file."""
        if self._key is None:
            return
        import tempfile  # noqa: PLC0415  most runs only read

        with contextlib.suppress(OSError):
            self._prepare()
            handle, temporary = tempfile.mkstemp(prefix="writing-", dir=self._folder)
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(self._signature(self._key, body) + b"\n")
                    stream.write(body)
                Path(temporary).replace(self._path)
            except OSError:
                with contextlib.suppress(OSError):
                    Path(temporary).unlink()
                raise
            self._prune()

    def _signature(self, key: bytes, body: bytes) -> bytes:
        """Return the signature of a body under this file name."""
        signature = hmac.new(key, self._path.name.encode() + b"\n", "sha256")
        signature.update(body)
        return signature.hexdigest().encode()

    def _prepare(self) -> None:
        """Create and mark the folder. A folder with other files is never turned into a cache."""
        if not is_cache(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            if not is_unfinished(self._folder):
                raise OSError(f"{self._folder} is not the cache of graphlint")
            mark(self._folder)

    def _prune(self) -> None:
        """Delete files that have not been written for long."""
        oldest = time.time() - MAX_AGE_DAYS * 86_400
        for path in self._folder.iterdir():
            if is_own(path.name) and path.lstat().st_mtime < oldest:
                path.unlink()
