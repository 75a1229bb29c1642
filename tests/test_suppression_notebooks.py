"""Suppressions and baselines in notebooks: comments stand in cells, and are written into them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run

import graphlint

CELLS = [
    "import torch\n%matplotlib inline\nw = torch.randn(3, requires_grad=True)",
    "(w * w).sum().backward(retain_graph=True)",
    "x = 1  # noqa: GL101\n!ls # noqa: GL102",
]


def write(path: Path, cells: list[str]) -> None:
    """A notebook of these cells."""
    stored: list[dict[str, object]] = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": cell.splitlines(keepends=True)}
        for cell in cells
    ]
    content = {"cells": stored, "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(content, indent=1))


def read(path: Path) -> list[str]:
    """The cells of a notebook."""
    return ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"]]


@pytest.fixture
def notebook(project: Path) -> Path:
    """A notebook with a finding in its second cell, and a suppression in the third that is not needed."""
    write(project / "a.ipynb", CELLS)
    return project / "a.ipynb"


def found(run: Run, *arguments: str) -> list[tuple[int, int, str]]:
    """Cell, row and code of each finding."""
    outcome = run("a.ipynb", "--output-format", "json", *arguments)
    return [(item["cell"], item["location"]["row"], item["code"]) for item in outcome.json]


def test_suppressions_are_read_in_cells(run: Run, notebook: Path) -> None:
    """A comment behind a shell line is none of Python's."""
    assert found(run) == [(2, 1, "GL201"), (3, 1, "GL001")]
    write(notebook, [*CELLS[:1], "# graphlint: ignore[GL201]\n" + CELLS[1], "y = 1"])
    assert found(run) == []
    write(notebook, [*CELLS[:2], "# graphlint: ignore-file[GL201]"])
    assert found(run) == []


def test_unused_suppressions_are_removed_from_their_cell(run: Run, notebook: Path) -> None:
    """And nothing else."""
    run("a.ipynb", "--fix", "--select", "GL1,GL001")
    assert read(notebook) == [*CELLS[:2], "x = 1\n!ls # noqa: GL102"]
    write(notebook, [CELLS[0], "x = 1\n# graphlint: ignore-file[GL101]"])
    run("a.ipynb", "--fix")
    assert read(notebook) == [CELLS[0], "x = 1"]


def test_comments_are_added_in_cells(run: Run, notebook: Path) -> None:
    """Behind the last line of a cell, too, which no line break ends."""
    assert run("a.ipynb", "--add-noqa").err == "note: added comments for 1 finding in 1 file\n"
    assert read(notebook) == [CELLS[0], CELLS[1] + "  # noqa: GL201", CELLS[2]]
    assert found(run, "--ignore", "GL001") == []
    assert run("a.ipynb", "--add-noqa").err == "note: added no comments: no findings\n"


def test_known_findings_stay_known_in_another_cell(run: Run, notebook: Path) -> None:
    """Cells are inserted above."""
    run("a.ipynb", "--write-baseline", "b.json")
    write(notebook, ["print(1)", CELLS[0], "print(2)", *CELLS[1:]])
    outcome = run("a.ipynb", "--baseline", "b.json")
    assert (outcome.status, outcome.err) == (0, "")


def test_a_notebook_that_is_not_saved_is_checked(notebook: Path) -> None:
    """Its text is that of its file."""
    text = notebook.read_text()
    write(notebook, ["x = 1"])
    (one, two) = graphlint.check_paths(["a.ipynb"], texts={"a.ipynb": text}).diagnostics
    assert (one.code, one.place.start.cell, two.code, two.place.start.cell) == ("GL201", 2, "GL001", 3)
