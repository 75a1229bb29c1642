"""Places must be right to the character: editors jump to them, and fixes will write there."""

from __future__ import annotations

import ast
import codecs
import io
import tokenize
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Run

from graphlint.common.errors import UnreadableSource
from graphlint.source.source import Position, Source, decode, encode

PIECES = st.lists(st.sampled_from(["a", "é", "本", "🔥", "\u0301", "\t", " ", "\n", "\r\n", "\r", "\x0c", "\u2028", "\x85", "\x1c"]))


@given(PIECES)
def test_lines_are_those_of_the_tokenizer(pieces: list[str]) -> None:
    """A form feed or a line separator ends no line in Python, though str.splitlines thinks so."""
    lines = io.StringIO("".join(pieces), newline=None).read().split("\n")
    assert Source("a.py", "".join(pieces)).lines == tuple(lines)


def test_rows_agree_with_ast() -> None:
    """ast counts the lines that findings are put on; both must count alike."""
    text = "a = 1\rb = 2\r\nc = 3\n\x0cd = 4\ne = '\u2028'\nf = 5"
    source = Source("a.py", text)
    rows = [(node.lineno, source.line(node.lineno).strip()[0]) for node in ast.parse(text).body]
    assert rows == [(1, "a"), (2, "b"), (3, "c"), (4, "d"), (5, "e"), (6, "f")]


@given(PIECES, st.data())
def test_a_byte_column_becomes_the_column_of_its_character(pieces: list[str], data: st.DataObject) -> None:
    """ast counts bytes, people count characters; the way there and back must meet for any text."""
    source = Source("a.py", "".join(pieces))
    row = data.draw(st.integers(1, len(source.lines)))
    column = data.draw(st.integers(0, len(source.line(row))))
    as_bytes = len(source.line(row)[:column].encode())
    assert source.position(row, as_bytes) == Position(row, column + 1)


@pytest.mark.parametrize(("column", "expected"), [(-1, 1), (1, 1), (2, 2), (3, 3), (99, 3)], ids=str)
def test_a_column_that_is_none_is_put_at_the_nearest(column: int, expected: int) -> None:
    """A place inside a character or beyond the line must not fail a run."""
    assert Source("a.py", "éa").position(1, column) == Position(1, expected)


def test_a_line_beyond_the_last_is_empty() -> None:
    """A frame around a place that is not there shows nothing, rather than failing."""
    assert [Source("a.py", "a\n").line(number) for number in (0, 1, 2, 3)] == ["", "a", "", ""]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"# coding: latin-1\nx = '\xe9'",
        b"#!/usr/bin/python\n# vim: set fileencoding=latin-1 :\nx = '\xe9'",
        b"\n# coding=latin-1\n\xe9",
        b"\r# coding=latin-1\r\xe9",
        b"  \t# -*- coding: iso-8859-15 -*-\n\xa4",
        b"# coding: cp1252\n# coding: latin-1\n\x80",
        b"x = 1\n# coding: latin-1\n'\xc3\xa9'",
        b"\n\n# coding: latin-1\n'\xc3\xa9'",
        b"x = '# coding: latin-1'\n'\xc3\xa9'",
        b"\xef\xbb\xbfx = '\xc3\xa9'",
        b"\xef\xbb\xbf# coding: utf-8\nx = '\xc3\xa9'",
        b"# coding: utf_8\n'\xc3\xa9'",
        b"# coding: UTF-8-unix\n'\xc3\xa9'",
    ],
    ids=repr,
)
def test_encodings_are_found_as_python_finds_them(data: bytes) -> None:
    """tokenize.detect_encoding is the standard library's reading of PEP 263; it counts no \\r as a line end, as Python's parser does."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data.replace(b"\r", b"\n")).readline)
    assert decode("a.py", data) == data.removeprefix(codecs.BOM_UTF8).decode("utf-8" if encoding == "utf-8-sig" else encoding)


def test_line_ends_are_kept() -> None:
    """A fix must leave the rest of a file as it was, byte for byte."""
    assert decode("a.py", b"a\r\nb\rc\n") == "a\r\nb\rc\n"


def test_the_error_names_file_place_and_remedy() -> None:
    """Whoever reads it should know what to do next."""
    with pytest.raises(UnreadableSource, match=r"^a\.py: is not valid UTF-8 in line 2 \(byte 0x80\); save it as UTF-8, or declare"):
        decode("a.py", b"# torch\n\x80")


@pytest.mark.parametrize(
    "data",
    [
        "# -*- coding: future_fstrings -*-\nx = f'ä'\n".encode(),
        "#!/usr/bin/env python\n# coding=future_annotations\nx = 'ä'\r\n".encode(),
        codecs.BOM_UTF8 + "# coding: klingon\nx = 'ä'\n".encode(),
    ],
)
def test_an_encoding_that_python_does_not_know_is_read_as_utf_8(data: bytes) -> None:
    """Packages that rewrite source code as it is imported are declared as encodings; the file itself is UTF-8, and stays as it is."""
    text = decode("a.py", data)
    assert text.encode() == data.removeprefix(codecs.BOM_UTF8)
    assert encode(data, text + "y = 'ö'\n") == data + "y = 'ö'\n".encode()


def test_findings_of_such_a_file_are_found_and_fixed(run: Run, project: Path) -> None:
    """At their places, with the declaration as it was."""
    text = "# coding: future_fstrings\nimport torch\n\nx = torch.ones(2, requires_grad=True)  # ä\nx.exp().sum().backward({})\n"
    path = project / "a.py"
    path.write_text(text.format("retain_graph=True"), encoding="utf-8")
    done = run("a.py", "--isolated", "--no-cache", "--output-format", "concise")
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith("a.py:5:")
    assert run("a.py", "--isolated", "--no-cache", "--fix").status == 0
    assert path.read_text(encoding="utf-8") == text.format("")
