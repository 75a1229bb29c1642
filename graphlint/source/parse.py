"""Parse a `Source` to a syntax tree, or raise an error with the place and the reason.

The running Python's parser comes first: it takes a small part of libcst's time. libcst parses what that refuses, since it knows the syntax
of later Python versions.
"""

from __future__ import annotations

import ast
import tokenize
import warnings
from collections.abc import Iterator, Sequence
from weakref import WeakValueDictionary

from graphlint.common.big_stack import PARSE_LIMIT, recursion_limit
from graphlint.common.errors import SyntaxProblem
from graphlint.common.optional_libcst import why_no_libcst
from graphlint.source.parsers import Parser
from graphlint.source.source import LINE_END, Source

TOO_DEEP = "nested too deeply for Python itself to compile"
SKIPPED_TOKENS = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER})

_TREES: WeakValueDictionary[tuple[type[Source], str, Parser], ast.Module] = WeakValueDictionary()
"""The trees in use, by their kind of source, text and parser: a proof looks at the tree that was analyzed. Trees are never changed."""


def parse(source: Source, parser: Parser = Parser.AUTO) -> ast.Module:
    """Parse a source; it is never executed.

    Raises:
        SyntaxProblem: if neither parser accepts it, or if it is nested more deeply than Python itself compiles.
    """
    key = (type(source), source.text, parser)
    known = _TREES.get(key)
    if known is not None:
        return known
    tree = _TREES[key] = source.tree(lambda part: _parse(part, parser))
    return tree


def _parse(source: Source, parser: Parser) -> ast.Module:
    null = source.text.find("\0")
    if null >= 0:
        line, column = _place_of_index(source, null)
        raise SyntaxProblem(source.path, line, column, "source code cannot contain null bytes")
    if parser is Parser.LIBCST and (tree := _parse_with_libcst(source.text)) is not None:
        return tree
    try:
        with warnings.catch_warnings(), recursion_limit(PARSE_LIMIT):
            warnings.simplefilter("ignore")
            return ast.parse(source.text)
    except SyntaxError as error:
        if parser is Parser.AUTO and (tree := _parse_with_libcst(source.text)) is not None:
            return tree
        problem = _problem_of_fragment(source) or _problem(source, error)
    except (RecursionError, MemoryError):
        problem = SyntaxProblem(source.path, *deepest_statement(source.lines), TOO_DEEP)
    except ValueError as error:
        problem = SyntaxProblem(source.path, 1, 0, str(error))
    raise problem


def _parse_with_libcst(text: str) -> ast.Module | None:
    """Return the tree as of Python's own parser; None if libcst refuses the text or cannot be imported."""
    if why_no_libcst() is not None:
        return None
    from graphlint.source.libcst_tree.tree import parse_with_libcst  # noqa: PLC0415  libcst takes long to import, and few files need it

    return parse_with_libcst(text)


def deepest_statement(lines: Sequence[str]) -> tuple[int, int]:
    """Return the line (from 1) and byte column (from 0) of the statement that is most likely nested too deeply: the one with most tokens,
    where an elif counts as part of its if.

    Args:
        lines: the source's lines, without line breaks.
    """
    best, heaviest = (1, 0), 0
    chains: dict[int, tuple[tuple[int, int], int]] = {}
    for place, weight, word in _statements(lines):
        column = place[1]
        start, before = chains.get(column, (place, 0)) if word == "elif" else (place, 0)
        chains[column] = (start, before + weight)
        if before + weight > heaviest:
            best, heaviest = start, before + weight
    line, column = best
    return line, len(lines[line - 1][:column].encode("utf-8", "surrogatepass"))


def _statements(lines: Sequence[str]) -> Iterator[tuple[tuple[int, int], int, str]]:
    """Yield the start, the number of tokens and the first word of each logical line, up to the first invalid token."""
    rest = (line + "\n" for line in lines)
    start, weight, word = (1, 0), 0, ""
    try:
        for token in tokenize.generate_tokens(lambda: next(rest, "")):
            if token.type == tokenize.NEWLINE:
                yield start, weight, word
                weight = 0
            elif token.type not in SKIPPED_TOKENS:
                if not weight:
                    start, word = token.start, token.string
                weight += 1
    except (tokenize.TokenError, SyntaxError, RecursionError, MemoryError):
        # Use the tokens read so far: an unfinished statement is the last one.
        yield start, weight, word


def _problem_of_fragment(source: Source) -> SyntaxProblem | None:
    """Find the error in the first fragment that does not parse alone: an open bracket in one cell is not an error in the next."""
    for first, text in source.fragments:
        try:
            with warnings.catch_warnings(), recursion_limit(PARSE_LIMIT):
                warnings.simplefilter("ignore")
                ast.parse(text)
        except SyntaxError as error:
            within = min(max(error.lineno or 1, 1), len(LINE_END.split(text)))
            error.lineno = first - 1 + within
            return _problem(source, error)
        except (ValueError, RecursionError, MemoryError):
            return None
    return None


def _problem(source: Source, error: SyntaxError) -> SyntaxProblem:
    """Convert Python's error to a position as in `Site` (its offset counts characters from 1, or is missing)."""
    line = min(max(error.lineno or 1, 1), len(source.lines))
    before = source.line(line)[: max((error.offset or 1) - 1, 0)]
    return SyntaxProblem(source.path, line, len(before.encode("utf-8", "surrogatepass")), error.msg)


def _place_of_index(source: Source, index: int) -> tuple[int, int]:
    """Return the line and byte column of a character of the text."""
    before = Source(source.path, source.text[:index]).lines
    return len(before), len(before[-1].encode("utf-8", "surrogatepass"))
