"""The hash by which content is compared."""

from __future__ import annotations

import hashlib


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def text_digest(text: str) -> str:
    """Return the hash of a text, which may contain undecodable parts of paths."""
    return digest(text.encode("utf-8", "surrogatepass"))
