"""The cache's file: written whole, bound to this user by a key, and ignored where anything about it is not as it should be.

A cache that came with a cloned repository could hide findings, so each is signed with a key that lies in the user's own cache folder.
Without a key there is no cache.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import sys
import time
from pathlib import Path

from graphlint.check.cache.folder import is_cache, is_own, mark
from graphlint.source.regular_files import read_regular

KEY_BYTES = 32
# A file of settings that were in force once is of no use for ever.
DAYS_KEPT = 30


class Store:
    """One cache file.

    Args:
        folder: the folder of the caches.
        kind: what is kept in it.
        identity: what its results depend on besides files: settings, rules, versions. Another identity is another file.
    """

    def __init__(self, folder: str, kind: str, identity: str) -> None:
        self._folder = Path(folder)
        self._path = self._folder / f"{kind}-{hashlib.blake2b(identity.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}.json"
        self._key = user_key()

    @property
    def usable(self) -> bool:
        """Whether anything can be remembered: not without a key."""
        return self._key is not None

    def load(self) -> object:
        """What is remembered; None where there is no such file, or it is broken, or foreign."""
        if self._key is None:
            return None
        try:
            signature, _, body = read_regular(self._path).partition(b"\n")
            if not hmac.compare_digest(signature, self._signature(self._key, body)):
                return None
            found: object = json.loads(body)
        except (OSError, ValueError, RecursionError):
            return None
        return found

    def save(self, record: object) -> None:
        """Remember a record in place of what was remembered. Where nothing can be written, nothing is: the next run does without.

        Args:
            record: what JSON can hold.
        """
        if self._key is None:
            return
        import tempfile  # noqa: PLC0415  most runs only read

        body = json.dumps(record, separators=(",", ":")).encode()
        with contextlib.suppress(OSError):
            self._prepare()
            handle, temporary = tempfile.mkstemp(prefix="writing-", dir=self._folder)
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(self._signature(self._key, body) + b"\n" + body)
                Path(temporary).replace(self._path)
            except OSError:
                Path(temporary).unlink()
                raise
            self._prune()

    def _signature(self, key: bytes, body: bytes) -> bytes:
        """The proof that this user's graphlint wrote a body under this name."""
        return hmac.new(key, self._path.name.encode() + b"\n" + body, "sha256").hexdigest().encode()

    def _prepare(self) -> None:
        """Make the folder, with what tells backups and git to leave it out. A folder that holds other things is not made one of ours."""
        if not is_cache(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            if any(self._folder.iterdir()):
                raise OSError(f"{self._folder} is not the cache of graphlint")
            mark(self._folder)

    def _prune(self) -> None:
        """Delete what has not been written for long."""
        oldest = time.time() - DAYS_KEPT * 86_400
        for path in self._folder.iterdir():
            if is_own(path.name) and path.lstat().st_mtime < oldest:
                path.unlink()


def user_key() -> bytes | None:
    """The key of this user, made when it is first asked for; None where it cannot be kept."""
    path = _user_folder() / "key"
    with contextlib.suppress(OSError):
        if not path.exists():
            import secrets  # noqa: PLC0415  once for each user
            import tempfile  # noqa: PLC0415

            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(prefix="key-", dir=path.parent)
            with os.fdopen(handle, "wb") as stream:
                stream.write(secrets.token_bytes(KEY_BYTES))
            try:
                # A link fails where another run has made the key meanwhile: then that one is taken.
                os.link(temporary, path)
            except FileExistsError:
                pass
            finally:
                Path(temporary).unlink()
        key = path.read_bytes()
        return key if len(key) == KEY_BYTES else None
    return None


def _user_folder() -> Path:
    """Where programs keep what belongs to one user of this machine."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "graphlint"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "graphlint"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "graphlint"
