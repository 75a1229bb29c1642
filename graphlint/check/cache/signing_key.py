"""The key that signs the cache: that of the environment, which several machines can share, or the user's own."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from graphlint.common.secret_variables import CACHE_KEY
from graphlint.common.system import cache_folder, is_of_this_user, is_private

LEAST_SECRET = 16
"""The fewest characters of a secret."""
KEY_BYTES = 32


def signing_key() -> bytes | None:
    """Return the key; None if nothing can be signed.

    A CI system that withholds a secret sets an empty variable, which is as good as none.
    """
    secret = os.environ.get(CACHE_KEY)
    if not secret:
        return user_key()
    return hashlib.blake2b(os.fsencode(secret), digest_size=KEY_BYTES).digest() if len(secret) >= LEAST_SECRET else None


def user_key() -> bytes | None:
    """Return the key of this user, created on first use; None if it cannot be stored, or others can read or replace it."""
    folder = user_folder()
    if folder is None:
        return None
    path = folder / "key"
    with contextlib.suppress(OSError):
        if not path.exists() or (is_of_this_user(path) and not is_private(path)):
            _create_key(path)
        if not is_trusted(path):
            return None
        key = path.read_bytes()
        return key if len(key) == KEY_BYTES else None
    return None


def _create_key(path: Path) -> None:
    """Create a key, in a folder of which only the user has rights, or replace one that others may know.

    Raises:
        OSError: if it cannot be stored.
    """
    import secrets  # noqa: PLC0415  once for each user
    import tempfile  # noqa: PLC0415

    missing = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)
    if not is_of_this_user(path.parent):
        raise PermissionError(path.parent)
    path.parent.chmod(0o700)
    path.unlink(missing_ok=True)
    handle, temporary = tempfile.mkstemp(prefix="key-", dir=path.parent)
    with os.fdopen(handle, "wb") as stream:
        stream.write(secrets.token_bytes(KEY_BYTES))
    try:
        # The link fails if another run has created the key meanwhile; then use that one.
        os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        Path(temporary).unlink()


def is_trusted(path: Path) -> bool:
    """Return True if a file in the user's folder is of this user, who alone can read or replace it.

    Raises:
        OSError: if it is not there.
    """
    return is_of_this_user(path) and is_of_this_user(path.parent) and is_private(path)


def why_no_key() -> str | None:
    """Return why there is no key, and so no cache; None if there is one."""
    if signing_key() is not None:
        return None
    if os.environ.get(CACHE_KEY):
        return f"the key in {CACHE_KEY} has fewer than {LEAST_SECRET} characters"
    folder = user_folder()
    if folder is None:
        return "this user has no home directory for the key that signs it; set HOME, XDG_CACHE_HOME or GRAPHLINT_CACHE_KEY"
    return f"the key that signs it can be neither read nor created in {folder}, or others may read or replace it"


def user_folder() -> Path | None:
    """Return the folder for the user's cache files; None for a user without a home directory, as in a container."""
    with contextlib.suppress(RuntimeError):
        return cache_folder() / "graphlint"
    return None
