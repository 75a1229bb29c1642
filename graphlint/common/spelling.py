"""The nearest known word to one that is not known."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str:
    """A question that names the nearest known word, to end an error with; empty if none is near.

    Args:
        word: what was given.
        known: what there is.
    """
    import difflib  # noqa: PLC0415  only mistakes need it

    candidates = {candidate.casefold(): candidate for candidate in known}
    close = difflib.get_close_matches(word.casefold(), candidates, n=1, cutoff=0.4)
    return f"; did you mean {candidates[close[0]]}?" if close else ""
