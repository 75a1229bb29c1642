"""The guard before the analysis: from a `Source` to a syntax tree, or to one sentence that says where and why there is none.

The standard library's parser refuses in milliseconds what libcst's crashes or hangs on (deep nesting), so it always comes first. What it
refuses never reaches libcst in this process; `newer_syntax` asks it in another one, and only about syntax of a later Python.
"""

from __future__ import annotations

import ast
import sys
import tokenize
import warnings
from collections.abc import Iterator, Sequence

from graphlint.common.big_stack import PARSE_LIMIT, recursion_limit
from graphlint.common.errors import NewerSyntax, SyntaxProblem
from graphlint.source.source import LINE_END, Source

TOO_DEEP = "nested too deeply for Python itself to compile"
SKIPPED_TOKENS = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER})


def parse(source: Source) -> ast.Module:
    """The syntax tree of a source.

    Args:
        source: the source to parse; it is never executed.

    Raises:
        SyntaxProblem: if it is no Python, or nested more deeply than Python itself compiles.
        NewerSyntax: if it is in the syntax of a later Python than the running one.
    """
    null = source.text.find("\0")
    if null >= 0:
        line, column = _place_of_index(source, null)
        raise SyntaxProblem(source.path, line, column, "source code cannot contain null bytes")
    try:
        with warnings.catch_warnings(), recursion_limit(PARSE_LIMIT):
            warnings.simplefilter("ignore")
            return ast.parse(source.text)
    except SyntaxError as error:
        problem = _problem_of_fragment(source) or _problem(source, error)
    except (RecursionError, MemoryError):
        problem = SyntaxProblem(source.path, *deepest_statement(source.lines), TOO_DEEP)
    except ValueError as error:
        problem = SyntaxProblem(source.path, 1, 0, str(error))
    if problem.message != TOO_DEEP:
        _raise_if_newer(source, problem)
    raise problem


def deepest_statement(lines: Sequence[str]) -> tuple[int, int]:
    """Where the statement begins that is most likely the one nested too deeply: the one of most tokens, an elif counted to its if.

    Args:
        lines: the source's lines, without their ends.

    Returns:
        Its line, from 1, and its column, from 0 in bytes.
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
    """Each logical line: where it begins, of how many tokens it is made, its first word. Stops at what is no token."""
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
        # What was seen so far is the best that can be said: an unfinished statement is the last one.
        yield start, weight, word


def _problem_of_fragment(source: Source) -> SyntaxProblem | None:
    """What is wrong with the first piece of the text that does not parse by itself: what one leaves open is not the next one's fault."""
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
    """Python's own error, its place in the terms of a `Site` (its offset counts characters from 1, or is missing)."""
    line = min(max(error.lineno or 1, 1), len(source.lines))
    before = source.line(line)[: max((error.offset or 1) - 1, 0)]
    return SyntaxProblem(source.path, line, len(before.encode("utf-8", "surrogatepass")), error.msg)


def _place_of_index(source: Source, index: int) -> tuple[int, int]:
    """The line and byte column of a character of the text."""
    before = Source(source.path, source.text[:index]).lines
    return len(before), len(before[-1].encode("utf-8", "surrogatepass"))


def _raise_if_newer(source: Source, problem: SyntaxProblem) -> None:
    """Raise NewerSyntax if what Python stumbled over is syntax of a later Python, and libcst says so too."""
    from graphlint.source.newer_syntax import newer_feature, parses_elsewhere  # noqa: PLC0415  only the rare file needs it

    running = sys.version_info[:2]
    feature = newer_feature(source.line(problem.line), running)
    if feature is not None and parses_elsewhere(source.text):
        needed = ".".join(map(str, feature.since))
        place = source.position(problem.line, problem.column)
        path = source.path if place.cell is None else f"{source.path}:cell {place.cell}"
        raise NewerSyntax(path, place.row, feature.what, needed, ".".join(map(str, running)))
