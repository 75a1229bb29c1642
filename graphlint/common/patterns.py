"""Patterns of .gitignore, matched in time that does not grow with the number of their stars.

pathspec translates a pattern to a regular expression, in which each star may backtrack into all others: `*a*a*a*a*a*a*a*a*b` takes minutes
for one name of forty letters. Within a folder's name, the earliest match of what follows a star is always as good as any later one, so
each star but the last can be made atomic. Python 3.10 has no atomic groups: a lookahead with a back reference is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

STAR = "[^/]*"
FEW_STARS = 2


def ignore_patterns(lines: Sequence[str], ignore_case: bool = False) -> GitIgnoreSpec:
    """Compile patterns; an invalid one matches nothing, as in git."""
    from pathspec import GitIgnoreSpec  # noqa: PLC0415  most folders hold no patterns

    spec = GitIgnoreSpec.from_lines([line for line in lines if not _error(line)])
    for pattern in spec.patterns:
        regex = getattr(pattern, "regex", None)
        if regex is not None and (ignore_case or regex.pattern.count(STAR) > FEW_STARS):
            pattern.regex = re.compile(_atomic(regex.pattern), re.IGNORECASE * ignore_case)
    return spec


def invalid_patterns(lines: Sequence[str]) -> Iterator[str]:
    """Yield the patterns that can match nothing, because of a bracket that is not closed or for another reason."""
    from pathspec import GitIgnoreSpec  # noqa: PLC0415  as above

    for line in lines:
        if line.strip() and not line.startswith("#") and (_error(line) or GitIgnoreSpec.from_lines([line]).patterns[0].include is None):
            yield line


def _error(line: str) -> bool:
    from pathspec import GitIgnoreSpec  # noqa: PLC0415  as above

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return True
    return False


def _atomic(pattern: str) -> str:
    """Make all stars of a regular expression atomic but the last one of each part without groups."""
    first, *chunks = pattern.split(STAR)
    pieces = [first]
    for number, chunk in enumerate(chunks):
        is_last = number == len(chunks) - 1
        if is_last or not chunk or "(" in chunk:
            pieces.append(STAR + chunk)
        else:
            pieces.append(f"(?=(?P<star{number}>{STAR}?{chunk}))(?P=star{number})")
    return "".join(pieces)
