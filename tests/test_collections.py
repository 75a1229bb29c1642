"""The check of published collections: which findings count as expected, in programs and in fragments that lack names."""

from __future__ import annotations

import ast
import textwrap
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from check_collections import TABLE, report
from published.expectations import Expectation, Kind, Place, read_expectations
from published.programs import complete, undefined_names

COLLECTION = "someone/bugs"
PROGRAM = """\
import torch

model = torch.nn.Linear(2, 1)
loss = model(torch.ones(3, 2)).sum()
loss.backward()
loss.backward()
"""
CORRECT = """\
import torch

model = torch.nn.Linear(2, 1)
loss = model(torch.ones(3, 2)).sum()
loss.backward()
"""
FRAGMENT = """\
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()
"""
SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def bug(case: str, *places: Place, kind: Kind = Kind.BUG, missed: str = "") -> Expectation:
    return Expectation(COLLECTION, case, kind, places, "a reason", missed)


def lines(folder: Path, scratch: Path, *rows: Expectation, others: Sequence[str] = ()) -> list[str]:
    return list(report(rows, folder, scratch, others))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "folder" / COLLECTION
    folder.mkdir(parents=True)
    for name, text in (("twice.py", PROGRAM), ("once.py", CORRECT), ("fragment.py", FRAGMENT)):
        (folder / name).write_text(text, encoding="utf-8")
    return tmp_path / "folder"


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    path = tmp_path / "scratch"
    path.mkdir()
    return path


def write_workbook(path: Path, *texts: str) -> None:
    shared = "".join(f"<si><t>{text}</t></si>" for text in texts)
    row = "".join(f'<c r="C{number + 1}" t="s"><v>{number}</v></c>' for number in range(len(texts)))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/sharedStrings.xml", f"<sst {SPACE}>{shared}</sst>")
        archive.writestr("xl/workbook.xml", f'<workbook {SPACE}><sheets><sheet name="Codes"/></sheets></workbook>')
        archive.writestr("xl/worksheets/sheet1.xml", f"<worksheet {SPACE}><sheetData><row>{row}</row></sheetData></worksheet>")


def test_found_and_missed_cases_are_told_apart(checkout: Path, scratch: Path) -> None:
    found = lines(checkout, scratch, bug("twice.py", Place("GL101", 6)), bug("once.py", Place("GL101", 5), missed="it is called once"))
    assert "| twice.py | a reason | GL101:6 | complete | GL101:6 | - |" in found
    assert "| once.py | a reason | GL101:5 | complete | missed | - |" in found
    assert "Mistakes, complete: 2, 0 without a rule, 1 found as published" in found
    assert "- once.py: it is called once" in found


def test_a_finding_on_another_line_is_not_the_expected_one(checkout: Path, scratch: Path) -> None:
    found = lines(checkout, scratch, bug("twice.py", Place("GL101", 5)))
    assert "| twice.py | a reason | GL101:5 | complete | missed | - |" in found
    assert "- not judged: twice.py GL101:6 (as published)" in found


def test_a_fragment_is_found_when_its_names_are_supplied(checkout: Path, scratch: Path) -> None:
    found = lines(checkout, scratch, bug("fragment.py", Place("GL502", 4)))
    assert "| fragment.py | a reason | GL502:4 | 4 undefined names | missed | GL502:4 |" in found
    assert "Mistakes, fragments: 1, 0 without a rule, 0 found as published, 1 found completed" in found


def test_findings_in_clean_programs_are_judged(checkout: Path, scratch: Path) -> None:
    rows = (bug("*.py", kind=Kind.CLEAN), bug("twice.py", Place("GL101", 6), kind=Kind.WRONG))
    found = lines(checkout, scratch, *rows)
    assert "3 programs, 1 of them without a finding of the default rules" in found
    assert "findings: 1 not judged (only completed), 1 wrong (as published)" in found
    assert "- wrong: twice.py GL101:6 (as published)" in found


def test_a_case_may_be_a_cell_of_a_workbook(checkout: Path, scratch: Path) -> None:
    write_workbook(checkout / COLLECTION / "codes.xlsx", "Title", PROGRAM, CORRECT)
    found = lines(checkout, scratch, bug("codes.xlsx#Codes!C2", Place("GL101", 6)), bug("codes.xlsx#Codes!C[23]", kind=Kind.CLEAN))
    assert "| Codes!C2 | a reason | GL101:6 | complete | GL101:6 | - |" in found
    assert "2 programs, 1 of them without a finding of the default rules" in found


def test_another_linter_is_compared_on_the_expected_lines(checkout: Path, scratch: Path, tmp_path: Path) -> None:
    linter = tmp_path / "linter.py"
    linter.write_text("import sys\nfor path in sys.argv[1:]:\n    print(f'{path}:6:1: X100 twice')\n    print(f'{path}:1:1: X200 first')\n")
    found = lines(checkout, scratch, bug("twice.py", Place("GL101", 6)), others=[f"python {linter}"])
    assert "| twice.py | a reason | GL101:6 | complete | GL101:6 | - | X100 |" in found
    assert "python: 2 findings, most often 1 X100, 1 X200" in found or "python: 2 findings, most often 1 X200, 1 X100" in found


def test_codes_without_a_rule_are_not_misses(checkout: Path, scratch: Path) -> None:
    found = lines(checkout, scratch, bug("once.py", Place("GL999", 5)))
    assert "| once.py | a reason | GL999:5 | complete | no rule yet | - |" in found


def test_a_missing_checkout_and_a_missing_case_are_named(checkout: Path, scratch: Path) -> None:
    other = Expectation("someone/else", "a.py", Kind.BUG, (Place("GL101", 1),), "a reason")
    found = lines(checkout, scratch, bug("absent.py", Place("GL101", 1)), bug("once.py", Place("GL101", 5)), other)
    assert "not in the checkout: absent.py" in found
    assert f"no checkout in {checkout}\n" in found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import torch\nfor x in loader:\n    y = torch.sum(x)\n", ("loader",)),
        ("def f(a, *, b=c):\n    return a + b + d\n", ("c", "d")),
        ("from somewhere import *\nuse(x)\n", ()),
        ("try:\n    pass\nexcept OSError as error:\n    print(error)\n", ()),
    ],
)
def test_undefined_names(text: str, names: tuple[str, ...]) -> None:
    assert undefined_names(ast.parse(text)) == names


def test_a_completed_fragment_defines_all_names_and_keeps_its_lines() -> None:
    completion = complete(FRAGMENT)
    assert completion.undefined == ("criterion", "loader", "model", "optimizer")
    assert completion.text is not None
    assert completion.text.splitlines()[1:] == textwrap.dedent(FRAGMENT).splitlines()
    assert undefined_names(ast.parse(completion.text)) == ()
    assert not complete("for x in y\n").parses


def test_the_table_of_the_collections_is_valid() -> None:
    rows = read_expectations(TABLE)
    assert len({(row.collection, row.case, row.places) for row in rows}) == len(rows)
    assert all(row.reason for row in rows)
    places = [(row.collection, row.case, place) for row in rows if row.kind is not Kind.BUG for place in row.places]
    assert len(set(places)) == len(places)
