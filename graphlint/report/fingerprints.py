"""Fingerprints of findings, stable while other lines change."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence

from graphlint.check.diagnostic import Diagnostic

DIGITS = 32


def fingerprints(diagnostics: Sequence[Diagnostic]) -> Iterator[str]:
    """A fingerprint of each diagnostic, no two the same.

    It depends on the path, the rule and the statement, and on the number of earlier diagnostics that share these; not on the row or
    the wording of the message.
    """
    seen: Counter[tuple[str, str, str]] = Counter()
    for diagnostic in diagnostics:
        key = (diagnostic.place.path.replace("\\", "/"), diagnostic.code, diagnostic.fingerprint)
        text = "\0".join((*key, str(seen[key])))
        seen[key] += 1
        yield hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]
