"""The page on writing a rule: its example works, and the script that begins a rule writes what the page says."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path

import pytest
from marked_programs import marks

from graphlint.check.check_config import CheckConfig
from graphlint.check.evaluate import check_bytes
from graphlint.rule.base import Rule
from graphlint.rule.docs import SECTIONS, page_of

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "scripts"))

import new_rule  # noqa: E402

BLOCK = re.compile(r"^```python\n# (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS = dict(BLOCK.findall((ROOT / "docs" / "writing-a-rule.md").read_text(encoding="utf-8")))
(RULE,) = (name for name in BLOCKS if name.startswith("rules/"))
PROGRAMS = [name for name in BLOCKS if name.startswith("tests/")]
EXCERPTS = [name for name in BLOCKS if name.startswith(("graphlint/", "runtime_shim/"))]


def rule_in(path: Path) -> type[Rule]:
    """The one rule that a file defines."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (found,) = (item for item in vars(module).values() if isinstance(item, type) and issubclass(item, Rule) and item is not Rule)
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_rule_of_the_page_finds_what_its_programs_mark(tmp_path: Path, name: str) -> None:
    path = tmp_path / Path(RULE).name
    path.write_text(BLOCKS[RULE], encoding="utf-8")
    result = check_bytes("program.py", BLOCKS[name].encode(), CheckConfig((rule_in(path)(),)))
    assert result.failure is None
    assert {(found.place.start.row, found.code) for found in result.diagnostics} == marks(BLOCKS[name])
    assert bool(result.diagnostics) != name.endswith("_ok.py")


@pytest.mark.parametrize("name", EXCERPTS)
def test_an_excerpt_is_in_its_file(name: str) -> None:
    assert BLOCKS[name] in (ROOT / name).read_text(encoding="utf-8")


def test_the_script_begins_a_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page has all sections, and the catalogue the code."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "rule_catalogue.json").write_text("{}")
    assert new_rule.main(["GL598", "first-try", "warning"], tmp_path) == 0
    written = capsys.readouterr().out.split()
    assert written == [
        "rules/gl598_first_try.py", "tests/programs/gl598/example.py", "tests/programs/gl598/example_ok.py", "tests/rule_catalogue.json",
    ]  # fmt: skip
    made = rule_in(tmp_path / written[0])
    assert (made.__name__, made.code, made.name) == ("FirstTry", "GL598", "first-try")
    assert tuple(section.title for section in page_of(made).sections) == SECTIONS
    assert json.loads((tmp_path / written[-1]).read_text()) == {"GL598": {"name": "first-try", "severity": "warning", "default": True}}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["GL98", "first-try", "warning"], "'GL98' is no code such as GL509"),
        (["GL598", "First", "warning"], "'First' is no name of lowercase words and hyphens"),
        (["GL598", "first-try", "fatal"], "'fatal' is none of error, warning, info"),
        (["GL101", "first-try", "error"], "GL101 is double-backward: codes are never used again"),
        (["GL598", "double-backward", "error"], "double-backward is a rule already"),
    ],
)
def test_wrong_arguments_write_nothing(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert new_rule.main(arguments) == 2
    assert message in capsys.readouterr().err
