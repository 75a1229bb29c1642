"""The tree that is converted from libcst's equals that of Python's own parser, on every construct and on all programs of the tests."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from compare_parsers import difference
from marked_programs import FOLDER as PROGRAMS
from marked_programs import sampled

from graphlint.common.big_stack import run_with_big_stack
from graphlint.source.libcst_tree.tree import parse_with_libcst
from graphlint.source.parser_limits import exceeds_parser_limits
from graphlint.source.source import decode

TESTS = Path(__file__).parent
SYNTAX = TESTS / "syntax"
FOLDERS = [
    *sorted(path for path in PROGRAMS.iterdir() if path.is_dir()),
    TESTS / "projects",
    TESTS / "library_programs",
    TESTS.parent / "examples",
    TESTS.parent / "graphlint",
]
LINE_ENDS = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}


def snippets(name: str) -> list[str]:
    """Return the snippets of a file in tests/syntax, which are separated by lines of `# ---`."""
    return (SYNTAX / f"{name}.txt").read_bytes().decode().removesuffix("\n").split("\n# ---\n")


def differences(texts: Iterator[tuple[str, str]]) -> list[str]:
    """Return the first difference of each text, with its name, of those that Python itself can read."""
    found = []
    for name, text in texts:
        try:
            expected = ast.parse(text)
        except (SyntaxError, ValueError):
            continue
        if exceeds_parser_limits(text) is None:
            converted = parse_with_libcst(text)
            found.append((name, "not parsed" if converted is None else difference(expected, converted)))
    assert found
    return [f"{name}: {different}" for name, different in found if different]


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
@pytest.mark.parametrize("end", LINE_ENDS)
def test_every_construct_has_the_same_tree(end: str) -> None:
    """With any line ends, and with a line end at the end of the text or without."""
    texts = (snippet.replace("\n", LINE_ENDS[end]) + last for snippet in snippets("every_python") for last in ("", LINE_ENDS[end]))
    assert not differences((repr(text), text) for text in texts)


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13), (3, 14), (3, 15)], ids=lambda version: ".".join(map(str, version)))
def test_the_syntax_of_later_versions_has_a_tree(version: tuple[int, int]) -> None:
    """A Python that has the syntax has the same tree; with an earlier one, each node has the classes and positions that lowering reads."""
    texts = snippets("python_{}.{}".format(*version))
    if sys.version_info >= version:
        assert not differences((repr(text), text) for text in texts)
    for text in texts:
        tree = parse_with_libcst(text)
        assert tree is not None, text
        assert all(hasattr(node, "end_col_offset") for node in ast.walk(tree) if isinstance(node, ast.expr | ast.stmt)), text


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
@pytest.mark.sampled
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_all_programs_have_the_same_tree(folder: Path) -> None:
    """Fields, constants and positions, in all programs of the tests, and in modules of graphlint."""
    files = sampled(folder.rglob("*.py"), 1 if folder.is_relative_to(TESTS) else 4, 32)
    texts = ((str(path), decode(str(path), path.read_bytes())) for path in files)
    assert not run_with_big_stack(lambda: differences(texts))


@pytest.mark.parametrize(
    "text",
    [
        "x = (",
        "x = 1 1",
        "x = 0777",
        "b'é'",
        "'\\x'",
        "f'{}'",
        "x = " + "(" * 150 + ")" * 150,
        "print 'a'",
        "\x00",
        "\ud800",
        "x = 1" + "0" * 5_000,
    ],
)
def test_invalid_text_has_no_tree(text: str) -> None:
    """Whatever the reason: the grammar, a literal, the limits."""
    assert parse_with_libcst(text) is None
