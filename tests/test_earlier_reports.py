"""`--output-file` and `--write-baseline` replace earlier reports and baselines, and no other file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support import Run

from graphlint.report import FORMATS

BAD = "import torch\nx = torch.ones(1, requires_grad=True).exp()\nx.backward()\nx.backward()\n"
ARGUMENTS = [
    *(["--output-format", name] for name in FORMATS),
    ["--color", "always"],
    ["--quiet"],
    ["--statistics"],
    ["--statistics", "--quiet"],
    ["--diff", "--unsafe-fixes"],
    ["--show-files"],
    ["--explain-silence", "a.py:2"],
]


@pytest.fixture
def bad(project: Path) -> Path:
    (project / "a.py").write_text(BAD)
    return project


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=" ".join)
@pytest.mark.parametrize("text", [BAD, "import torch\n"], ids=["findings", "none"])
def test_an_earlier_report_is_replaced(run: Run, project: Path, arguments: list[str], text: str) -> None:
    """Of any format, with findings or without, by one of any other format."""
    (project / "a.py").write_text(text)
    assert run("a.py", *arguments, "--output-file", "report").status != 2
    assert run("a.py", "--output-file", "report").status != 2


OTHERS = {
    "a.py": BAD,
    "b.py": "",
    "notes.txt": "GL101 has to be explained\n",
    "pyproject.toml": "[tool.graphlint]\n",
    "data.json": '{"version": 1}',
    "others.json": '[{"cell": null, "code": "F401", "fix": null, "message": "`os` imported but unused"}]',
    "others.txt": "t.py:1:8: F401 `os` imported but unused\n",
    "binary": "\udcff\udcfe",
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("option", ["--output-file", "--write-baseline"])
def test_another_file_is_not_replaced(run: Run, bad: Path, name: str, option: str) -> None:
    """Neither one that is checked."""
    data = OTHERS[name].encode("utf-8", "surrogateescape")
    (bad / name).write_bytes(data)
    outcome = run("a.py", option, name)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"error: {option}: {name} exists and is ")
    assert (bad / name).read_bytes() == data


def test_a_report_is_no_baseline(run: Run, bad: Path) -> None:
    run("a.py", "--output-file", "report.json", "--output-format", "json")
    assert "is not a baseline of graphlint" in run("a.py", "--write-baseline", "report.json").err


def test_a_baseline_is_replaced_also_with_the_conflicts_of_a_merge(run: Run, bad: Path) -> None:
    run("a.py", "--write-baseline", "known.json")
    text = (bad / "known.json").read_text()
    (bad / "known.json").write_text(f"<<<<<<< ours\n{text}=======\n{text}>>>>>>> theirs\n")
    assert run("a.py", "--write-baseline", "known.json").err == "note: wrote 1 finding to known.json\n"
    assert (bad / "known.json").read_text() == text


def test_an_empty_file_is_filled(run: Run, bad: Path) -> None:
    """As `mktemp` creates one."""
    (bad / "report").touch()
    (bad / "known").touch()
    assert run("a.py", "--output-file", "report").err == ""
    assert run("a.py", "--write-baseline", "known").status == 0


@pytest.mark.skipif(os.name == "nt", reason="POSIX")
def test_a_device_is_written_to(run: Run, bad: Path) -> None:
    assert run("a.py", "--output-file", "/dev/null").status == 1


def test_a_long_report_is_recognized(run: Run, bad: Path) -> None:
    """Whose first part ends within a character."""
    (bad / "a.py").write_text(BAD.replace("x", "é" * 20) * 1000, encoding="utf-8")
    run("a.py", "--output-file", "report")
    for cut in range(3):
        text = (bad / "report").read_bytes()
        (bad / "report").write_bytes(b" " * cut + text)
        assert run("a.py", "--output-file", "report").err == ""
