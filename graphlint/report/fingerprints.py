"""What tells findings apart over time: the same for the same mistake, also when other lines come and go around it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence

from graphlint.check.diagnostic import Diagnostic

DIGITS = 32


def fingerprints(diagnostics: Sequence[Diagnostic]) -> Iterator[str]:
    """A fingerprint of each diagnostic, no two the same.

    It is made of the path, the rule and the text of the line, and, of those that share these, of how many came before: neither the row
    nor the wording of the message is part of it.

    Args:
        diagnostics: the diagnostics of a run, in order.
    """
    seen: Counter[tuple[str, str, str]] = Counter()
    for diagnostic in diagnostics:
        key = (diagnostic.place.path.replace("\\", "/"), diagnostic.code, (diagnostic.place.line or "").strip())
        text = "\0".join((*key, str(seen[key])))
        seen[key] += 1
        yield hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]
