"""Patterns of .gitignore with many stars: they match what they matched, and no name takes long."""

from __future__ import annotations

import itertools
import re

import pytest
from pathspec import GitIgnoreSpec

from graphlint.common.patterns import STAR, ignore_patterns, invalid_patterns

NAMES = ["".join(letters) for length in range(1, 7) for letters in itertools.product("ab/", repeat=length) if "//" not in "".join(letters)]


@pytest.mark.parametrize("pattern", ["*a*b*a*", "a*b*a*b", "*a*/b*a*", "**/a*b*a*b", "*a?*b*[ab]*", "/a*a*/*b", "*a*b*a/**/*b*"])
def test_stars_match_what_they_matched(pattern: str) -> None:
    """For every short name of two letters and a slash, the answer is that of pathspec alone."""
    plain, own = GitIgnoreSpec.from_lines([pattern]), ignore_patterns([pattern])
    assert [name for name in NAMES if own.match_file(name) != plain.match_file(name)] == []


def test_the_time_does_not_grow_with_the_number_of_stars() -> None:
    """pathspec alone would need hours for this pattern: each of its stars tries every letter of the name."""
    spec = ignore_patterns(["*a" * 30 + "*b"])
    assert not spec.match_file("a" * 60)
    assert spec.match_file("a" * 60 + "b")


def test_only_long_patterns_are_rewritten() -> None:
    """Those that people write stay those of pathspec."""
    (pattern,) = ignore_patterns(["*_pb2*.py"]).patterns
    regex = getattr(pattern, "regex", None)
    assert isinstance(regex, re.Pattern)
    assert STAR in regex.pattern
    assert "(?=" not in regex.pattern


def test_patterns_that_match_nothing_are_found() -> None:
    """A bracket that is not closed, in git, too, makes a pattern without effect."""
    assert list(invalid_patterns(["*.py", "# note", "", "[a/*.py", "!"])) == ["[a/*.py", "!"]
