"""Spelling suggestions."""

from __future__ import annotations

import re
from collections.abc import Iterable

CUTOFF = 0.72
CODE = re.compile(r"[a-z]+\d+\Z")


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is nearest to a misspelled one; None for a rule code, or if none is near."""
    import difflib  # noqa: PLC0415  only mistakes need it

    if CODE.match(word.casefold()):
        return None
    candidates = {candidate.casefold(): candidate for candidate in known}
    if len(word) > 2:
        beginnings = [candidate for candidate in candidates if candidate.startswith(f"{word.casefold()}-")]
        if len(beginnings) == 1:
            return candidates[beginnings[0]]
    close = difflib.get_close_matches(word.casefold(), candidates, n=1, cutoff=CUTOFF)
    return candidates[close[0]] if close else None


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return " (did you mean ...?)" for the end of an error message; empty if no known word is near."""
    found = nearest_word(word, known)
    return f" (did you mean {found}?)" if found and found != word else ""
