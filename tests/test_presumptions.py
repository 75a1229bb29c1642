"""Every presumption of the analysis is listed, asked for, and decides a finding of each of its programs."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from ablate import Ablation, Unit, marks
from generators.presumptions_page import places

from graphlint.autograd.presumptions import Presumption

ROOT = Path(__file__).resolve().parent.parent
WORD = re.compile(r"(?<![\w`.])presum\w*(?![\w.`(])", re.IGNORECASE)


PROGRAMS = [pytest.param(item, name, id=f"{item.name}-{Path(name).stem}") for item in Presumption for name in item.programs]


@pytest.mark.parametrize(("presumption", "program"), PROGRAMS)
def test_the_findings_of_its_programs_change_without_it(presumption: Presumption, program: str, tmp_path: Path) -> None:
    """The folder of tests has a meaning of its own, so that the program is copied."""
    origin = ROOT / "tests" / (program if program.startswith("projects/") else f"programs/{program}")
    for path in [origin] if origin.is_file() else sorted(origin.rglob("*.py")):
        copy = tmp_path / path.relative_to(origin.parent)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    root = tmp_path / origin.name
    paths = [root] if root.is_file() else sorted(root.rglob("*.py"))
    folder = root if root.is_dir() else tmp_path
    known = {line for path in paths for line in marks(path, path.relative_to(folder).as_posix())}
    names = tuple(map(str, paths))
    ablation = Ablation(Unit(program, root, names, names, {}, closed=True))
    assert ablation.lines == known
    assert ablation.without(presumption) != known


def test_each_is_asked_for() -> None:
    assert all(item.programs for item in Presumption)
    assert not [item.name for item, modules in places(ROOT).items() if not modules]


def prose(path: Path) -> Iterator[str]:
    """Yield the comments and the strings that document something."""
    text = path.read_text(encoding="utf-8")
    yield from (token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.COMMENT)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def test_no_other_is_made() -> None:
    """A module that presumes something names the presumption."""
    names = re.compile("|".join(rf"\b{item.name}\b" for item in Presumption))
    for folder in ("autograd", "engine", "fixes", "ir", "project", "rule"):
        for path in sorted((ROOT / "graphlint" / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if path.name != "__init__.py" and not names.search(text) and "Presumption" not in text:
                assert not any(WORD.search(item) for item in prose(path)), path
