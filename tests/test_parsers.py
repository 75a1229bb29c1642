"""The setting `parser`: findings are the same by both parsers, and files in the syntax of a later Python are checked by every Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from marked_programs import FOLDER, PROGRAMS, marks, sampled
from program_findings import check, check_programs

from graphlint.rule.registry import discover
from graphlint.source.parsers import Parser

ROOT = Path(__file__).parent.parent
LATER = sorted((ROOT / "tests" / "later_syntax").rglob("*.py"))
BY_DEFAULT = tuple(rule.code for rule in discover().rules if rule.default)
IMPORTING = PROGRAMS[::100]
CONVERSION = "graphlint.source.libcst_tree.tree"
BROKEN_FOR_LIBCST = "(x): int = 1\n"


def setting(parser: Parser) -> tuple[str, str]:
    return "--config", f'parser = "{parser.value}"'


def check_with(paths: list[Path], parser: Parser) -> set[tuple[str, int, str]]:
    """Check files with a parser; return path, row and code of the findings."""
    found = check(paths, BY_DEFAULT, *setting(parser))
    return {(str(path), row, code) for path, items in found.items() for row, _, code in items}


@pytest.mark.sampled
def test_findings_are_the_same_by_both_parsers() -> None:
    """On some programs: `test_libcst_tree` shows that the trees of all are the same."""
    compared = sampled(PROGRAMS, 24, 32)
    by_python = check_programs(programs=compared)
    assert by_python
    assert check_programs(*setting(Parser.LIBCST), programs=compared) == by_python


@pytest.mark.parametrize("parser", Parser)
def test_only_the_setting_libcst_imports_the_conversion(parser: Parser) -> None:
    """Of the programs, Python's own parser refuses none."""
    command = [sys.executable, "-X", "importtime", "-m", "graphlint", "check", "--isolated", "--no-cache", "--jobs", "1"]
    run = subprocess.run([*command, *setting(parser), *map(str, IMPORTING)], capture_output=True, text=True, check=False, cwd=FOLDER)
    assert run.returncode == 1, run.stderr[-2000:]
    assert (CONVERSION in run.stderr) == (parser is Parser.LIBCST)


@pytest.mark.parametrize("parser", Parser)
def test_later_syntax_has_findings_on_the_marked_lines(parser: Parser) -> None:
    """Whatever Python runs graphlint."""
    wanted = {(str(path), row, code) for path in LATER for row, code in marks(path.read_text(encoding="utf-8"))}
    assert check_with(LATER, parser) == wanted


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
        assert check_with([path], Parser.LIBCST) == {(str(path.resolve()), 4, "GL201")}
