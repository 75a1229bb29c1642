"""Fingerprints: the identity of a finding when its line moves, or when a formatter splits its statement over other lines."""

from __future__ import annotations

import hashlib
import re

from graphlint.autograd.sites import Site
from graphlint.source.enclosing_function import Functions
from graphlint.source.source import Source

DIGITS = 16
TOKEN = re.compile(
    r"""
    (?P<string>"{3}[\s\S]*?"{3}|'{3}[\s\S]*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<comment>\#.*)
    |(?P<layout>[()\\]|,(?=\s*(?:\#.*\n\s*)*[)\]}]))
    |(?P<code>\w+|[^\w\s])
    """,
    re.VERBOSE,
)
"""The tokens of Python, as far as formatters change them: comments, parentheses, trailing commas and the quotes of strings."""


class Fingerprints:
    """Fingerprints of the findings of a file: hashes of the tokens of their statements and the names of the enclosing functions."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._functions = Functions(source)

    def function(self, site: Site) -> str:
        """Return the qualified name of the enclosing function; empty for module code."""
        return self._functions.at(site.line)

    def of(self, site: Site) -> str:
        """Return the fingerprint of a finding in the file."""
        first, last = self._functions.statement_at(site.line)
        text = "\n".join(self._source.shown_line(line) for line in range(first, last + 1))
        return fingerprint(text, self.function(site))


def fingerprint(statement: str, function: str) -> str:
    """Return a hash that does not depend on the layout of a statement.

    Args:
        statement: the lines of the statement.
        function: the qualified name of the enclosing function.
    """
    text = "\0".join((function, *_tokens(statement)))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def _tokens(statement: str) -> list[str]:
    """Return the tokens without comments, parentheses and trailing commas; strings without their quotes."""
    found = []
    for match in TOKEN.finditer(statement):
        if match.lastgroup == "string":
            found.append(match.group().strip("\"'"))
        elif match.lastgroup == "code":
            found.append(match.group())
    return found
