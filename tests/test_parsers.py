"""The setting `parser`: findings are the same by both parsers, and files in the syntax of a later Python are checked by every Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from marked_programs import FOLDER, PROGRAMS, marks

from graphlint.source.parsers import Parser

ROOT = Path(__file__).parent.parent
LATER = sorted((ROOT / "tests" / "later_syntax").rglob("*.py"))
COMPARED = PROGRAMS if "GRAPHLINT_TESTED_AS" in os.environ else PROGRAMS[::25]
CONVERSION = "graphlint.source.libcst_tree.tree"
BROKEN_FOR_LIBCST = "(x): int = 1\n"


def check(paths: list[Path], parser: Parser) -> tuple[list[tuple[str, int, int, str]], str]:
    """Check files with a parser; return the findings, and the names of the modules that were imported."""
    command = [sys.executable, "-m", "graphlint", "check", "--isolated", "--no-cache", "--jobs", "1", "--output-format", "json"]
    command += ["--config", f'parser = "{parser.value}"', *map(str, paths)]
    environment = {**os.environ, "PYTHONPROFILEIMPORTTIME": "1"}
    # Not the repository's folder, so that the installed package is the one that is run.
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=FOLDER, env=environment)
    assert run.returncode in (0, 1), run.stderr[-2000:]
    places = ((item["filename"], item["location"]["row"], item["location"]["column"], item["code"]) for item in json.loads(run.stdout))
    return sorted((str((FOLDER / name).resolve()), row, column, code) for name, row, column, code in places), run.stderr


def test_findings_are_the_same_by_both_parsers() -> None:
    """On all programs in `.ci/run`, else on each 25th; `test_libcst_tree` compares the trees of all. `auto` does not import libcst."""
    by_python, imported = check(COMPARED, Parser.AUTO)
    assert CONVERSION not in imported
    by_libcst, imported = check(COMPARED, Parser.LIBCST)
    assert CONVERSION in imported
    assert by_python
    assert by_python == by_libcst


@pytest.mark.parametrize("parser", Parser)
def test_later_syntax_has_findings_on_the_marked_lines(parser: Parser) -> None:
    """Whatever Python runs graphlint."""
    found, _ = check(LATER, parser)
    wanted = {(str(path), row, code) for path in LATER for row, code in marks(path.read_text(encoding="utf-8"))}
    assert {(name, row, code) for name, row, _, code in found} == wanted


@pytest.mark.parametrize("program", LATER, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_later_syntax_runs_as_marked(program: Path) -> None:
    """Each program raises on its mark or runs to its end, where Python knows its syntax."""
    pytest.importorskip("numpy")
    version = tuple(map(int, program.parent.name.removeprefix("python_").split(".")))
    if sys.version_info < version:
        pytest.skip("a later syntax than the running Python's")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "runtime_shim"), str(ROOT)])}
    run = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False, env=environment)
    rows = [row for row, _ in marks(program.read_text(encoding="utf-8"))]
    assert (run.returncode != 0) == bool(rows), run.stderr[-2000:]
    assert all(f"line {row}, in" in run.stderr for row in rows)


def test_what_only_python_reads_is_checked_without_libcst(tmp_path: Path) -> None:
    """libcst refuses some annotations and whatever is nested deeply: Python's own parser is the one that decides then."""
    retained = "w = torch.ones(1, requires_grad=True)\nw.exp().backward(retain_graph=True)\n"
    for name, text in {"annotated": BROKEN_FOR_LIBCST, "deep": "x = " + "(" * 150 + "1" + ")" * 150 + "\n"}.items():
        path = tmp_path / f"{name}.py"
        path.write_text(f"import torch\n{text}{retained}", encoding="utf-8")
        found, _ = check([path], Parser.LIBCST)
        assert [(row, code) for _, row, _, code in found] == [(4, "GL201")]
