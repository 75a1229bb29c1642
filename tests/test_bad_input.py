"""No input crashes graphlint: each gets findings, a GL000 with its place, or a named error, and the rest of the run goes on."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from support import Outcome, Run

from graphlint.check import analyze_file
from graphlint.check.analyze import analyze
from graphlint.common.errors import SyntaxProblem
from graphlint.source.parse import TOO_DEEP, parse
from graphlint.source.parsers import Parser
from graphlint.source.regular_files import read_regular
from graphlint.source.source import Source

HEAD = "import torch\n"
GOOD = HEAD + "x = torch.ones(3)\n"


def check(run: Run, folder: Path, data: bytes | str) -> Outcome:
    """Check a file beside a good one; whatever comes of it, there is no traceback, and the good one is checked too."""
    written = data if isinstance(data, bytes) else data.encode()
    (folder / "strange.py").write_bytes(written)
    (folder / "unfinished.py").write_text(HEAD + "x = (\n")
    outcome = run(folder, "--output-format", "json", "--isolated", "--no-cache")
    assert "Traceback" not in outcome.out + outcome.err
    assert "internal error" not in outcome.err
    others = [found["location"]["row"] for found in outcome.json if found["filename"].endswith("unfinished.py")]
    assert others == [2]
    return outcome


def strange(outcome: Outcome) -> list[tuple[str, int, int]]:
    """Code, row and column of what was found in the strange file."""
    found = (entry for entry in outcome.json if entry["filename"].endswith("strange.py"))
    return [(entry["code"], entry["location"]["row"], entry["location"]["column"]) for entry in found]


SILENT: dict[str, str | bytes] = {
    "empty": "",
    "only_a_word": "# torch",
    "no_newline_at_the_end": GOOD.rstrip("\n"),
    "blank_lines": HEAD + "\n" * 1_000_000,
    "long": HEAD + "".join(f"x{number} = torch.ones(3) * {number}\n" for number in range(20_000)),
    "one_long_line": HEAD + "x = [" + "1, " * 200_000 + "]\n",
    "byte_order_mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "windows_lines": GOOD.replace("\n", "\r\n").encode(),
    "old_mac_lines": GOOD.replace("\n", "\r").encode(),
    "mixed_lines": b"import torch\r\nx = 1\ry = 2\n",
    "form_feed": HEAD + "\x0c\nx = torch.ones(3)\n",
    "latin_1_cookie": "# -*- coding: latin-1 -*-\nimport torch\nx = 'é'\n".encode("latin-1"),
    "invalid_escape": HEAD + "x = '\\d'\n",
    "deep_but_legal_parentheses": HEAD + "x = " + "(" * 190 + "1" + ")" * 190 + "\n",
    "deep_but_legal_calls": HEAD + "x = " + "torch.relu(" * 90 + "torch.ones(3)" + ")" * 90 + "\n",
    "deep_but_legal_sum": HEAD + "a = torch.ones(3)\nx = " + "+".join(["a"] * 2_900) + "\n",
    "deep_but_legal_attributes": HEAD + "x = torch" + ".a" * 2_900 + "\n",
    "deep_but_legal_minuses": HEAD + "x = " + "-" * 2_900 + "1\n",
    "deep_but_legal_subscripts": HEAD + "x = torch.ones(1)" + "[0]" * 2_900 + "\n",
    "deep_but_legal_method_calls": HEAD + "x = torch.ones(1)" + ".abs()" * 1_400 + "\n",
    "deep_but_legal_lambdas": HEAD + "x = " + "lambda: " * 900 + "1\n",
    "deep_but_legal_choices": HEAD + "x = " + "1 if torch else " * 1_400 + "1\n",
    "deep_but_legal_blocks": HEAD + "".join(" " * depth + "if x:\n" for depth in range(90)) + " " * 90 + "pass\n",
    "many_branches": HEAD + "if x == 0:\n    pass\n" + "".join(f"elif x == {number}:\n    pass\n" for number in range(1, 2_900)),
    "many_functions": HEAD + "".join(f"def f{number}(x):\n    return f{number + 1}(x)\n" for number in range(3000)),
    "sums_of_sums": HEAD
    + "def f(a, b):\n    a.detach()\n"
    + "    a = a + b\n    b = b + a\n" * 30
    + "    while a:\n        if b:\n            a = b\n",
    "lambda_that_always_raises": "import functools\n" + HEAD + "def f(x):\n    x.backward()\n"
    "size = functools.reduce(lambda a, b: a * b, (2, None))\n",
    "endless_recursion": HEAD + "def f(x):\n    return f(x) + f(x)\nf(torch.ones(3, requires_grad=True))\n",
}


@pytest.mark.parametrize("name", SILENT)
def test_strange_but_good_files_are_checked(run: Run, project: Path, name: str) -> None:
    """What Python runs must not trip graphlint, however long, deep or oddly encoded it is."""
    outcome = check(run, project, SILENT[name])
    assert (strange(outcome), outcome.err, outcome.status) == ([], "", 1)


BROKEN: dict[str, tuple[str | bytes, int]] = {
    # Python 3.11 and 3.12 differ in the column at which they give up, so only the row is held.
    "parentheses": (HEAD + "x = " + "(" * 3000 + ")" * 3000 + "\n", 2),
    "calls": (HEAD + "x = " + "f(" * 1000 + ")" * 1000 + "\n", 2),
    "null_bytes": (HEAD + "x = 1\ny = 'a\0b'\n", 3),
    "only_null_bytes": (b"torch" + b"\0" * 1000, 1),
    "python_2_print": (HEAD + "x = 1\nprint 'loss', x\n", 3),
    "python_2_except": (HEAD + "try:\n    pass\nexcept ValueError, error:\n    print error\n", 4),
    "python_2_number": (HEAD + "x = 0777\n", 2),
    "unclosed_string": (HEAD + 'x = """\n\n\n', 2),
    "bad_indent": (HEAD + "def f():\n        x = 1\n    y = 2\n", 4),
    "tabs_and_spaces": (HEAD + "if x:\n        y = 1\n\tz = 2\n", 4),
    "deep_blocks": (HEAD + "".join(" " * depth + "if x:\n" for depth in range(200)) + " " * 200 + "pass\n", 102),
    "merge_conflict": (HEAD + "<<<<<<< ours\nx = 1\n=======\nx = 2\n>>>>>>> theirs\n", 2),
    "line_separator": (HEAD + "x = 1\u2028y = 2\n", 2),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_does_not_parse_is_one_finding_with_its_place(run: Run, project: Path, name: str) -> None:
    """A file that Python cannot run is told once, where Python stops, and nothing else is said about it."""
    text, row = BROKEN[name]
    outcome = check(run, project, text)
    assert [(code, at) for code, at, _ in strange(outcome)] == [("GL000", row)]
    assert (outcome.err, outcome.status) == ("", 1)


TOO_DEEP_TEXTS = {
    "minuses": "x = " + "-" * 50_000 + "1",
    "sum": "x = " + "+".join(["a"] * 20_000),
    "attributes": "x = a" + ".b" * 20_000,
    "powers": "x = " + "**".join(["2"] * 20_000),
    "negations": "x = " + "not " * 20_000 + "1",
    "lambdas": "x = " + "lambda:" * 20_000 + "1",
    "subscripts": "x = a" + "[0]" * 20_000,
    "calls_of_calls": "x = a" + "()" * 20_000,
}


CHAINS = frozenset({"sum", "attributes", "subscripts", "calls_of_calls"})
"""What nests to the left: Python 3.10 parses any number of these, and refuses them only when it compiles."""


@pytest.mark.parametrize("name", sorted(TOO_DEEP_TEXTS.keys() - (CHAINS if sys.version_info < (3, 11) else ())))
def test_what_nests_too_deeply_is_found_in_its_line(run: Run, project: Path, name: str) -> None:
    """Python's parser gives no place for these, and libcst crashes on them: the heaviest statement is the one."""
    text = HEAD + "y = [1, 2, 3]\n\ndef f():\n    " + TOO_DEEP_TEXTS[name] + "\n\nz = 1\n"
    outcome = check(run, project, text)
    assert strange(outcome) == [("GL000", 5, 5)]
    assert [entry["message"] for entry in outcome.json if "strange" in entry["filename"]] == [f"Syntax error: {TOO_DEEP}"]


@pytest.mark.skipif(sys.version_info >= (3, 11), reason="from Python 3.11 on, the parser refuses these")
@pytest.mark.parametrize("name", sorted(CHAINS))
def test_what_only_the_compiler_refuses_is_analysed(run: Run, project: Path, name: str) -> None:
    """The parser's tree is deep, and the analysis has the stack for it: the rest of the file is looked at as ever."""
    text = (
        HEAD
        + "def f():\n    "
        + TOO_DEEP_TEXTS[name]
        + "\n\nw = torch.ones(1, requires_grad=True)\nloss = w.exp()\nloss.backward()\nloss.backward()\n"
    )
    assert [code for code, *_ in strange(check(run, project, text))] == ["GL101"]


def test_a_chain_of_elif_too_long_for_python_is_found_at_its_if(run: Run, project: Path) -> None:
    """Each elif nests in the one before; no single line of the chain is long."""
    chain = "x = [1, 2, 3, 4, 5, 6, 7, 8, 9]\nif a == 0:\n    pass\n" + "".join(
        f"elif a == {number}:\n    pass\n" for number in range(20_000)
    )
    outcome = check(run, project, HEAD + chain + "z = 1\n")
    assert strange(outcome) == [("GL000", 3, 1)]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (HEAD.encode() + b"# ok\nx = '\xff\xfe'\n", "is not valid UTF-8 in line 3 (byte 0xff)"),
        (b"# torch\r# \xe9", "is not valid UTF-8 in line 2 (byte 0xe9)"),
        (b"# coding: klingon\nimport torch\nx = '\xe9'\n", "declares the encoding klingon, which Python does not know"),
        (b"# coding: ascii\nimport torch\nx = '\xe9'\n", "does not match its declared encoding ascii"),
        (b"# coding: hex\nimport torch\n", "declares the encoding hex"),
        (b"\xef\xbb\xbf# coding: latin-1\nimport torch\n", "starts with a UTF-8 byte order mark but declares"),
        (b"\xff\xfe" + b"# torch\n", "is UTF-16"),
    ],
    ids=["utf_8", "utf_8_after_a_carriage_return", "unknown", "ascii", "no_text_encoding", "contradiction", "utf_16"],
)
def test_what_cannot_be_decoded_is_a_named_error(run: Run, project: Path, data: bytes, words: str) -> None:
    """Nothing can be said about such a file, so the run has failed, though the others are checked."""
    outcome = check(run, project, data)
    assert strange(outcome) == []
    assert words in outcome.err
    assert outcome.err.startswith("error: strange.py: ") or "strange.py" in outcome.err
    assert outcome.status == 2


def test_a_file_without_permission_is_a_named_error(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests may run as root, whom no permission stops, so the refusal is simulated where files are read."""

    def refuse(path: str, pipes: bool = False) -> bytes:
        if Path(path).name == "strange.py":
            raise PermissionError(13, "Permission denied", path)
        return read_regular(path, pipes)

    monkeypatch.setattr("graphlint.source.open.read_regular", refuse)
    outcome = check(run, project, GOOD)
    assert "strange.py: cannot be read: Permission denied" in outcome.err
    assert outcome.status == 2


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="no permission stops root")
def test_a_file_that_may_not_be_read_is_a_named_error(run: Run, project: Path) -> None:
    """The same as above, by the file system's own refusal."""
    (project / "strange.py").write_text(GOOD)
    (project / "strange.py").chmod(0)
    outcome = run(project)
    assert "strange.py: cannot be read: Permission denied" in outcome.err
    assert outcome.status == 2


@pytest.mark.parametrize("error", [RecursionError("too deep"), MemoryError(), KeyError("x"), AssertionError()])
def test_a_fault_of_graphlint_stays_in_its_file(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """An internal error is told in one line that asks for a report; the other files are checked."""

    def fail(source: Source, *rest: Any, **named: Any) -> Any:
        if "strange" in source.path:
            raise error
        return analyze(source, *rest, **named)

    monkeypatch.setattr(analyze_file, "analyze", fail)
    (project / "strange.py").write_text(GOOD)
    (project / "unfinished.py").write_text(HEAD + "x = (\n")
    outcome = run(project, "--output-format", "concise", "--quiet")
    assert outcome.out.startswith("unfinished.py:2:5: error GL000 ")
    assert outcome.err.startswith(f"error: internal error in strange.py: {type(error).__name__}")
    assert "please report" in outcome.err
    assert outcome.err.count("\n") == 1
    assert outcome.status == 2
    assert "Traceback" in run(project, "--verbose").err


LATER_SYNTAX = {
    "type_alias": "type Vector = list[float]",
    "type_parameters": "def first[T](items: list[T]) -> T: ...",
    "quotes_used_again": "d = {'key': 1}\nx = f'{d['key']}'",
    "default_of_a_type_parameter": "class Stack[T = int]: ...",
    "template_string": "x = t'{__name__}'",
    "except_without_parentheses": "try:\n    x = 1\nexcept ValueError, TypeError:\n    x = 2",
    "except_groups": "try:\n    x = 1\nexcept* ValueError:\n    x = 2",
    "lazy_import": "lazy import json",
}
RETAINED = "w = torch.ones(1, requires_grad=True)\nloss = w.exp()\nloss.backward(retain_graph=True)\n"


@pytest.mark.parametrize("name", LATER_SYNTAX)
def test_a_file_in_the_syntax_of_a_later_python_is_checked(run: Run, project: Path, name: str) -> None:
    """libcst parses what the running Python refuses; findings are where they would be without the later syntax."""
    text = HEAD + LATER_SYNTAX[name] + "\n" + RETAINED
    outcome = check(run, project, text)
    assert strange(outcome) == [("GL201", text.count("\n"), 1)]
    assert outcome.err == ""


@pytest.mark.parametrize("declared", ["future_fstrings", "latin-1"])
def test_a_later_syntax_is_checked_in_any_encoding(run: Run, project: Path, declared: str) -> None:
    """The text is decoded when it is parsed: what it declares no longer counts."""
    text = f"# coding: {declared}\nimport torch\ntype Pair = tuple[int, int]  # '\u00e4'\n" + RETAINED
    outcome = check(run, project, text.encode("latin-1" if declared == "latin-1" else "utf-8"))
    assert strange(outcome) == [("GL201", 6, 1)]


@pytest.mark.parametrize(
    "text",
    ["type = = 3\n", "def f[T(x): pass\n", "x = f'{'\n", "x = t'a' 'b\n", "type X = " + "-" * 50_000 + "1 1\n"],
)
@pytest.mark.parametrize("parser", Parser)
def test_what_no_parser_accepts_is_a_syntax_error(text: str, parser: Parser) -> None:
    """The running Python's parser gives the place and the reason."""
    with pytest.raises(SyntaxProblem):
        parse(Source("a.py", text), parser)


def test_warnings_of_the_parser_are_not_printed(run: Run, project: Path, recwarn: pytest.WarningsRecorder) -> None:
    """An invalid escape in checked code is not graphlint's to warn of."""
    check(run, project, SILENT["invalid_escape"])
    assert not recwarn.list


NO_NOTEBOOKS = {
    "an empty file": "",
    "a list": "[]",
    "brackets": "[" * 100_000,
    "a later format": '{"nbformat": 9, "nbformat_minor": 0, "metadata": {}, "cells": []}',
}


def test_a_named_or_piped_file_is_parsed_even_if_it_does_not_name_torch(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that someone names is expected to be checked; in a folder, most files have nothing to do with PyTorch."""
    (project / "broken.py").write_text("def f(:\n")
    assert [found["code"] for found in run("broken.py", "--output-format", "json").json] == ["GL000"]
    assert run(".").out == "No findings in 1 file (1 without PyTorch).\n"
    assert [found["code"] for found in run(".", "broken.py", "--output-format", "json").json] == ["GL000"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"def f(:\n")))
    assert [found["code"] for found in run("-", "--output-format", "json").json] == ["GL000"]


def test_the_cache_knows_which_files_were_named(run: Run, project: Path) -> None:
    """A run of the folder does not answer for a named file, nor the other way round."""
    (project / "broken.py").write_text("def f(:\n")
    (project / "use.py").write_text("import torch\n")
    for _ in range(2):
        assert run(".", "--cache-dir", "cache").status == 0
        assert run("broken.py", "--cache-dir", "cache").status == 1


@pytest.mark.parametrize("name", NO_NOTEBOOKS)
def test_a_named_file_that_is_no_notebook_is_an_error(run: Run, project: Path, name: str) -> None:
    """Jupyter does not open it either, and a check that passes it over says that it is fine."""
    (project / "a.ipynb").write_text(NO_NOTEBOOKS[name])
    outcome = run("a.ipynb")
    assert outcome.status == 2
    assert outcome.err.startswith("error: a.ipynb: is ")


@pytest.mark.parametrize(("data", "words"), [("import os\n".encode("utf-16"), "UTF-16"), (b"# caf\xe9\n", "line 1 (byte 0xe9)")])
def test_a_named_file_in_another_encoding_is_an_error_without_torch(run: Run, project: Path, data: bytes, words: str) -> None:
    """Python does not read it."""
    (project / "a.py").write_bytes(data)
    outcome = run("a.py")
    assert outcome.status == 2
    assert words in outcome.err


def test_utf16_is_an_error_in_a_folder_if_it_names_torch(run: Run, project: Path) -> None:
    """Its bytes do not hold the word: there is a null byte after each letter."""
    (project / "a.py").write_bytes("import torch\n".encode("utf-16"))
    assert "a.py: is UTF-16" in run(".").err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_without_a_writer_is_a_named_error(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that waits for what is never written hangs a hook."""
    monkeypatch.setattr("graphlint.source.regular_files.PIPE_SECONDS", 0.01)
    os.mkfifo("a.py")
    outcome = run("a.py")
    assert outcome.status == 2
    assert outcome.err == "error: a.py: cannot be read: it is a pipe to which nothing was written for 0.01 seconds\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_whose_writer_never_ends_is_a_named_error(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The writer has written a part and keeps the pipe open; the other files are checked."""
    monkeypatch.setattr("graphlint.source.regular_files.PIPE_SECONDS", 0.01)
    os.mkfifo("a.py")
    (project / "b.py").write_text("import torch\nx = (\n")
    writer = os.open("a.py", os.O_RDWR)
    os.write(writer, b"import torch\n")
    outcome = run("a.py", "b.py", "--output-format", "concise")
    os.close(writer)
    assert outcome.status == 2
    assert outcome.out.startswith("b.py:2:5: error GL000")
    assert outcome.err == "error: a.py: cannot be read: it is a pipe to which nothing was written for 0.01 seconds\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("command", ["explain", "confirm"])
def test_other_commands_do_not_wait_for_a_pipe_either(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """`confirm` opened it without a limit."""
    monkeypatch.setattr("graphlint.source.regular_files.PIPE_SECONDS", 0.01)
    os.mkfifo("a.py")
    outcome = run(command, "a.py")
    assert outcome.status == 2
    assert "a.py" in outcome.err
    assert "pipe" in outcome.err or "not a regular file" in outcome.err
