"""Notebooks: read whole and in cell order, findings that name their cell, and fixes that change nothing but the code that they mean."""

from __future__ import annotations

import ast
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import Run

from graphlint.common.errors import UnreadableSource
from graphlint.source.notebooks.cell_text import code_starts, edit_stored_text
from graphlint.source.notebooks.document import read_document
from graphlint.source.notebooks.magics import to_python
from graphlint.source.notebooks.notebook import Notebook
from graphlint.source.source import Position
from graphlint.source.text_edits import Edit, apply_edits

MODEL = "import torch\nmodel = torch.nn.Linear(2, 1)\n"
LOSS = "loss = model(torch.ones(3, 2)).sum()"
TWICE = "loss.backward()\nloss.backward()"


def code(*lines: str) -> dict[str, Any]:
    """A code cell."""
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": keep_ends("\n".join(lines))}


def words(text: str) -> dict[str, Any]:
    """A Markdown cell."""
    return {"cell_type": "markdown", "metadata": {}, "source": keep_ends(text)}


def keep_ends(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def stored(*cells: dict[str, Any], **options: Any) -> str:
    """A notebook as Jupyter writes it."""
    content = {"cells": list(cells), "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, **{"indent": 1, "ensure_ascii": False, **options}) + "\n"


def opened(*cells: str) -> Notebook:
    return Notebook.from_bytes("nb.ipynb", stored(*map(code, cells)).encode())


def test_last_expression_of_a_cell_is_displayed(run: Run, project: Path) -> None:
    """The copy that the last expression of a cell makes is displayed; a copy before it, or with a semicolon after it, is discarded."""
    made = "import torch\nx = torch.ones(2, requires_grad=True) * 2"
    cells = (made, "x.detach()", "x.detach()\nprint(x)", "x.detach();", "for _ in range(2):\n    x.detach()")
    (project / "nb.ipynb").write_text(stored(*map(code, cells)))
    lines = run("nb.ipynb", "--output-format", "concise").out.splitlines()
    places = [line.split(": ")[0] for line in lines if "GL307" in line]
    assert places == ["nb.ipynb:cell 3:1:1", "nb.ipynb:cell 4:1:1", "nb.ipynb:cell 5:2:5"]


def test_findings_name_cell_and_line(run: Run, project: Path) -> None:
    """Cells are counted as the notebook shows them, those of words too; a related place may stand in another cell."""
    (project / "nb.ipynb").write_text(stored(words("# torch"), code(MODEL), code("", LOSS), code("%matplotlib inline", TWICE)))
    lines = run("nb.ipynb", "--output-format", "concise").out.splitlines()
    assert lines[0].startswith("nb.ipynb:cell 4:3:1: error GL101 ")
    found = run("nb.ipynb", "--output-format", "json").json[0]
    assert (found["cell"], found["location"], found["noqa_row"]) == (4, {"row": 3, "column": 1}, 3)
    assert [(place["cell"], place["location"]["row"]) for place in found["related"]] == [(3, 2), (4, 2)]
    full = run("nb.ipynb").out
    assert "nb.ipynb:cell 4:3:1: error GL101[double-backward]" in full
    assert "3 | loss.backward()" in full


def test_a_related_place_in_another_cell_is_said_so(run: Run, project: Path) -> None:
    """Rows of two cells side by side would be taken for rows of one."""
    (project / "nb.ipynb").write_text(stored(code(MODEL), code(LOSS), code(TWICE)))
    assert " --> nb.ipynb:cell 2:1:8\n1 | loss = model" in run("nb.ipynb").out
    assert " --> nb.ipynb:cell 3:1:1\n1 | loss.backward()" in run("nb.ipynb").out
    assert " --> " not in run("nb.ipynb", "--output-format", "concise").out


def test_notebooks_are_found_in_folders(run: Run, project: Path) -> None:
    """Beside modules; copies that Jupyter keeps are not."""
    text = stored(code(MODEL + LOSS), code(TWICE))
    for name in ("nb.ipynb", ".ipynb_checkpoints/nb-checkpoint.ipynb"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text)
    assert run(".", "--output-format", "concise").out.count("GL101") == 1


def test_standard_input_may_be_a_notebook(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name says so."""

    class Input:
        buffer = io.BytesIO(stored(code(MODEL + LOSS), code(TWICE)).encode())

    monkeypatch.setattr(sys, "stdin", Input)
    assert run("-", "--stdin-filename", "a/nb.ipynb", "--output-format", "concise").out.startswith("a/nb.ipynb:cell 2:2:1: error GL101 ")


@pytest.mark.parametrize(
    "line",
    [
        "%matplotlib inline",
        "%load_ext autoreload",
        "!pip install torch",
        "!echo \"it's",
        "x = !ls",
        "x = %who_ls",
        "model?",
        "model.forward??",
        "?model",
        "??model",
        "%timeit model",
        "%time",
        "%time !ls",
        "pip install -q torch",
        "cd ..",
        "ls -l data",
        "!pip install \\\n  torch \\\n  numpy",
        "if model:\n    !ls",
        "if model:\n    %time x = 1",
        "%%unknown",
    ],
)
def test_lines_of_jupyter_are_set_aside(line: str, run: Run, project: Path) -> None:
    """They are no Python, and what stands above and below them is checked at its place."""
    rows = line.count("\n") + 1
    (project / "nb.ipynb").write_text(stored(code(MODEL + LOSS + "\n" + line + "\n" + TWICE)))
    found = run("nb.ipynb", "--output-format", "json", "--select", "ALL").json
    assert [(item["code"], item["location"]["row"]) for item in found if item["code"] in ("GL000", "GL101")] == [("GL101", 5 + rows)]


@pytest.mark.parametrize(
    "text",
    [
        "x = (a\n% b)",
        'text = """\n%matplotlib inline\n!ls\n?x\n"""',
        "text = '''it's\n!ls'''",
        "x = a \\\n% b",
        "# what is this?",
        "x = 'why?'",
        "ls = [1]\nls [0]",
        "cat in [1]",
        "rm -x",
        "x = y != z",
        "a = b = c[0] % d",
        "f(\n  '(', # (\n  [1]\n)\nx",
    ],
)
def test_python_that_looks_like_it_is_not(text: str) -> None:
    """Strings, expressions over several lines, names that are also commands."""
    assert to_python(text).text == text
    assert not to_python(text).replaced


def test_what_runs_in_the_notebook_stays_code(run: Run, project: Path) -> None:
    """The body under %%time, and the statement behind %time, run like any other."""
    cells = (code(MODEL + LOSS), code("%%time", "loss.backward()"), code("%time loss.backward()"))
    (project / "nb.ipynb").write_text(stored(*cells))
    assert run("nb.ipynb", "--output-format", "concise").out.startswith("nb.ipynb:cell 3:1:7: error GL101 ")
    assert "1 | %time loss.backward()\n  |       ^^^" in run("nb.ipynb").out


@pytest.mark.parametrize("magic", ["bash", "html", "writefile a.py", "javascript", "sh", "timeit", "python3", "whatever"])
def test_a_cell_in_another_language_is_set_aside(magic: str, run: Run, project: Path) -> None:
    """And so is one that runs elsewhere, or more than once."""
    (project / "nb.ipynb").write_text(
        stored(code(MODEL + LOSS), code(f"\n%%{magic}", "loss.backward()", "<torch ("), code("loss.backward()"))
    )
    assert run("nb.ipynb").status == 0


def test_a_cell_that_is_indented_as_a_whole(run: Run, project: Path) -> None:
    """As Jupyter runs it; its columns are those of what is written."""
    (project / "nb.ipynb").write_text(stored(code(MODEL + LOSS), code("    loss.backward()", "    loss.backward()")))
    assert run("nb.ipynb", "--output-format", "concise").out.startswith("nb.ipynb:cell 2:2:5: error GL101 ")


def test_await_at_the_top_of_a_cell(run: Run, project: Path) -> None:
    """A notebook may wait where a module may not."""
    (project / "nb.ipynb").write_text(stored(code("import asyncio", "await asyncio.sleep(0)", MODEL + LOSS), code(TWICE)))
    assert run("nb.ipynb", "--output-format", "concise").out.startswith("nb.ipynb:cell 2:2:1: error GL101 ")


def test_a_cell_that_does_not_parse_is_named(run: Run, project: Path) -> None:
    """What it leaves open must not be looked for in the next one."""
    (project / "nb.ipynb").write_text(stored(code(MODEL), words("torch"), code("x = 1", "y = ("), code("z = 2")))
    assert run("nb.ipynb", "--output-format", "concise").out.startswith("nb.ipynb:cell 3:2:5: error GL000 ")


def test_words_and_raw_cells_are_no_code(run: Run, project: Path) -> None:
    """Whatever they hold."""
    raw = {"cell_type": "raw", "metadata": {}, "source": "torch ("}
    (project / "nb.ipynb").write_text(stored(words("torch ("), raw))
    outcome = run("nb.ipynb")
    assert (outcome.status, outcome.err) == (0, "")


@pytest.mark.parametrize(
    "text",
    [
        stored(),
        stored(code("")),
        stored({**code("torch ("), "metadata": {"vscode": {"languageId": "sql"}}}),
        stored(code("torch (")).replace('"name": "python"', '"name": "R"'),
    ],
)
def test_a_notebook_without_python_is_fine(text: str, run: Run, project: Path) -> None:
    """Empty ones, those of other languages."""
    (project / "nb.ipynb").write_text(text)
    outcome = run("nb.ipynb")
    assert (outcome.status, outcome.err) == (0, "")


def test_format_3_is_read(run: Run, project: Path) -> None:
    """Old courses are full of them."""
    cells = [{"cell_type": "code", "language": "python", "input": text, "outputs": []} for text in (MODEL + LOSS, TWICE)]
    other = {"cell_type": "code", "language": "ruby", "input": "torch ("}
    (project / "nb.ipynb").write_text(
        json.dumps({"nbformat": 3, "metadata": {}, "worksheets": [{"cells": [cells[0], other]}, {"cells": cells[1:]}]})
    )
    assert run("nb.ipynb", "--output-format", "concise").out.startswith("nb.ipynb:cell 3:2:1: error GL101 ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("torch {", "is not a notebook: invalid JSON in line 1: Expecting value; restore it"),
        ('{\n"torch": 1,\n<<<<<<< HEAD\n}', "invalid JSON in line 3"),
        ('["torch"]', "it has no nbformat"),
        ('{"torch": 1}', "it has no nbformat"),
        ('{"torch": 1, "nbformat": 2}', "in format 2, but graphlint reads only 3 and 4"),
        ('{"torch": 1, "nbformat": 4}', "cells is not an array"),
        ('{"torch": 1, "nbformat": 4, "cells": [{}]}', "cell 1 has no cell_type"),
        ('{"torch": 1, "nbformat": 4, "cells": [{"cell_type": "code"}]}', "the source of cell 1 is not text"),
        ('{"torch": 1, "nbformat": 4, "cells": [{"cell_type": "code", "source": [1]}]}', "the source of cell 1 is not text"),
        ('{"torch": 1, "nbformat": 3, "worksheets": [1]}', "a worksheet is not an object"),
        ("torch" + "[" * 100_000, "is not a notebook"),
        ('{"cells": [], "torch": ' + "9" * 5000 + "}", "is not a notebook: it contains a number with too many digits; restore it"),
        ('{"torch": ' + "[" * 100_000 + "]" * 100_000 + "}", "is not a notebook"),
        ("torch \udcff", "is not valid UTF-8 (byte 0xff at 6)"),
    ],
)
def test_a_broken_notebook_is_a_named_error(text: str, said: str, run: Run, project: Path) -> None:
    """File, what is wrong, what to do; the other files are still checked."""
    (project / "nb.ipynb").write_bytes(text.encode("utf-8", "surrogateescape"))
    (project / "a.py").write_text(MODEL + LOSS + "\n" + TWICE)
    outcome = run(".", "--output-format", "concise")
    assert outcome.status == 2
    assert outcome.err.startswith("error: nb.ipynb: ")
    assert said in outcome.err
    assert "a.py:5:1: error GL101" in outcome.out


RETAINED = "loss.backward(retain_graph=True)"
# One cell each in which a fix finds nothing else to do.
CELLS = (words("torch é"), code("# é 🔥", MODEL + LOSS), code('# before\t"', RETAINED, "# after"))


@pytest.mark.parametrize(
    "text",
    [
        stored(*CELLS),
        stored(*CELLS, ensure_ascii=True),
        stored(*CELLS, indent=4).rstrip("\n"),
        stored(*CELLS, indent=None, separators=(",", ":")),
        stored(*CELLS, indent="\t", sort_keys=True).replace("\n", "\r\n"),
        "\ufeff" + stored(*CELLS),
        stored(*CELLS).replace("# before", r"# \/\u0062efore\ud83d\ude00"),
        stored(*({**cell, "source": "".join(cell["source"])} for cell in CELLS)),
        stored(*({**cell, "source": "".join(cell["source"])} for cell in CELLS)).replace("# before", r"# \/\u0062efore"),
        stored(*({**cell, "source": ["".join(cell["source"])]} for cell in CELLS)),
    ],
)
def test_a_fix_changes_nothing_but_the_code(text: str, run: Run, project: Path) -> None:
    """Not the indentation, the order of keys, how characters are escaped, nor the end of the file."""
    (project / "nb.ipynb").write_bytes(text.encode())
    outcome = run("nb.ipynb", "--fix", "--select", "GL201")
    assert "1 finding fixed" in outcome.out
    assert (project / "nb.ipynb").read_bytes() == text.replace("retain_graph=True", "").encode()


def test_a_fix_is_shown_as_the_lines_of_its_cell(run: Run, project: Path) -> None:
    """Nobody reads a diff of JSON."""
    text = stored(*CELLS)
    (project / "nb.ipynb").write_text(text)
    outcome = run("nb.ipynb", "--diff", "--select", "GL201")
    assert outcome.status == 1
    assert outcome.out.splitlines() == [
        "--- nb.ipynb:cell 3",
        "+++ nb.ipynb:cell 3",
        "@@ -1,3 +1,3 @@",
        ' # before\t"',
        "-loss.backward(retain_graph=True)",
        "+loss.backward()",
        " # after",
        "\\ No newline at end of file",
    ]
    assert (project / "nb.ipynb").read_text() == text
    assert "    cell 3:2:1 GL201[needless-retain-graph]" in run("nb.ipynb", "--fix", "--show-fixes", "--select", "GL201").err


def test_the_edits_of_a_fix_are_told_in_the_rows_of_their_cell(run: Run, project: Path) -> None:
    """An editor makes them in the cell."""
    (project / "nb.ipynb").write_text(stored(*CELLS))
    found = run("nb.ipynb", "--select", "GL201", "--output-format", "json").json[0]
    assert found["fix"]["edits"] == [{"content": "", "location": {"row": 2, "column": 15}, "end_location": {"row": 2, "column": 32}}]


def test_standard_input_comes_back_as_a_notebook(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fixed and whole."""

    class Input:
        buffer = io.BytesIO(stored(*CELLS).encode())

    monkeypatch.setattr(sys, "stdin", Input)
    out = run("-", "--stdin-filename", "nb.ipynb", "--fix", "--select", "GL201").out
    assert out == stored(*CELLS).replace("retain_graph=True", "")


def test_a_fix_of_a_magic_line_is_not_offered(run: Run, project: Path) -> None:
    """What stands behind a magic is read, and left as it is."""
    (project / "nb.ipynb").write_text(stored(code(MODEL + LOSS), code(f"%time {RETAINED}")))
    found = run("nb.ipynb", "--select", "GL201", "--output-format", "json").json
    assert [item["fix"] for item in found] == [None]


def test_a_fix_of_several_cells_is_not_offered() -> None:
    """Nobody expects code to move from one cell to another."""
    notebook = opened("a = 1\nb = 2", "c = 3")
    one, two, three = (notebook.text.index(name) for name in "abc")
    assert notebook.in_one_part([Edit(one, one + 1, "x"), Edit(two, two + 1, "y")])
    assert not notebook.in_one_part([Edit(one, one + 1, "x"), Edit(three, three + 1, "y")])


CELL_TEXTS = ("a = 1\nb = 2\n", "%%time\nc = 3\n!ls\nd = 4", "%%bash\necho", "e = 5")


@pytest.mark.parametrize(
    ("start", "end", "text", "cells"),
    [
        # A line in a cell, at its beginning, its end; the last line, with the break that is in no file.
        ("a = 1\n", "a = 1\n", "", ("b = 2\n", *CELL_TEXTS[1:])),
        ("1", "1", "9\nz = 0", ("a = 9\nz = 0\nb = 2\n", *CELL_TEXTS[1:])),
        ("d = 4\n", "d = 4\n", "", (CELL_TEXTS[0], "%%time\nc = 3\n!ls", *CELL_TEXTS[2:])),
        ("d = 4\n", "d = 4\n", "x\ny\n", (CELL_TEXTS[0], "%%time\nc = 3\n!ls\nx\ny", *CELL_TEXTS[2:])),
        ("e = 5\n", "e = 5\n", "", (*CELL_TEXTS[:3], "")),
        ("c = 3\n", "c = 3\n", "", (CELL_TEXTS[0], "%%time\n!ls\nd = 4", *CELL_TEXTS[2:])),
        ("c = 3\n", "", "x = 0\n", (CELL_TEXTS[0], "%%time\nx = 0\nc = 3\n!ls\nd = 4", *CELL_TEXTS[2:])),
        ("d", "", "x = 0\n", (CELL_TEXTS[0], "%%time\nc = 3\n!ls\nx = 0\nd = 4", *CELL_TEXTS[2:])),
        # What is set aside is left alone, and no edit spans cells.
        ("pass", "pass", "", None),
        ("pass", "", "x", None),
        ("c = 3\npass", "c = 3\npass", "", None),
        ("3\n", "3\n", "4", None),
        ("b = 2\n\n\nc", "b = 2\n\n\nc", "", None),
        ("e = 5\n", "e = 5\n", "x", None),
    ],
)
def test_edits_stay_within_their_cell(start: str, end: str, text: str, cells: tuple[str, ...] | None) -> None:
    """The joined text has line breaks and lines that are in no cell; no edit may need them."""
    notebook = opened(*CELL_TEXTS)
    at = notebook.text.index(start)
    allowed = notebook.applicable_edits([Edit(at, at + len(end), text)])
    if cells is None:
        assert allowed is None
        return
    assert allowed is not None
    changed = notebook.edited(allowed)
    assert changed.encoded(b"") == stored(*map(code, cells)).encode()
    assert Notebook.from_bytes("nb.ipynb", changed.encoded(b"")) == changed


def test_nothing_comes_before_a_cell_magic() -> None:
    """It would be one no more."""
    notebook = opened("%%time\nx = 1")
    assert notebook.applicable_edits([Edit(0, 0, "y = 2\n")]) is None


def test_lines_may_be_added_behind_the_last() -> None:
    """Where a fix adds a line after the last statement."""
    notebook = opened("a = 1", "b = 2")
    end = len(notebook.text)
    allowed = notebook.applicable_edits([Edit(end, end, "c = 3\n")])
    assert allowed is not None
    assert notebook.edited(allowed).parts[1][1] == "b = 2\nc = 3"


def test_no_cell_at_all_takes_no_edit() -> None:
    """There is nowhere to make it."""
    assert opened().applicable_edits([Edit(0, 0, "x")]) is None
    assert opened().position(1, 0) == Position(1, 1)


@settings(max_examples=200)
@given(
    st.lists(st.sampled_from(["a", "é", "🔥", '"', "\\", "\t", "/", "\n", "\r\n", "\x01"]), max_size=12).map("".join),
    st.data(),
    st.sampled_from(["", "x", "x\n", "\ny", "é\n🔥"]),
    st.booleans(),
    st.sampled_from([None, 1]),
    st.sampled_from(["lines", "text", "one", "characters"]),
)
def test_stored_code_is_changed_as_the_code_is(
    before: str, data: st.DataObject, text: str, escaped: bool, indent: int | None, shape: str
) -> None:
    """However it is stored, and wherever the edit lies."""
    start = data.draw(st.integers(0, len(before)))
    end = data.draw(st.integers(start, len(before)))
    shapes: dict[str, object] = {"lines": keep_newlines(before), "text": before, "one": [before], "characters": list(before)}
    value = json.dumps(shapes[shape], ensure_ascii=escaped, indent=indent)
    changed = edit_stored_text(value, [Edit(start, end, text)], escaped)
    loaded = json.loads(changed)
    wanted = apply_edits(before, [Edit(start, end, text)])
    assert "".join(loaded) == wanted
    assert isinstance(loaded, type(shapes[shape]))
    if shape == "lines":
        assert changed == (json.dumps(keep_newlines(wanted), ensure_ascii=escaped, indent=indent) if wanted else "[]") or not before


def keep_newlines(text: str) -> list[str]:
    r"""Lines as Jupyter splits them: at \n."""
    return [line for line in text.replace("\n", "\n\0").split("\0") if line]


@given(
    st.lists(st.sampled_from(["x = 1", "%ls", "!ls", "'''", "(", ")", "\\", "a?", "  b", "%%time", "%time x", ""]), max_size=6).map(
        "\n".join
    )
)
def test_setting_aside_keeps_every_line(text: str) -> None:
    """Whatever stands in a cell, its other lines keep their number."""
    read = to_python(text)
    assert read.text.count("\n") == text.count("\n")
    assert not read.text.count("%ls") or "'''" in text or "(" in text or "\\" in text or read.read_only


def test_the_stored_row_of_a_line_is_known() -> None:
    """Services that know no cells show the row of the file."""
    data = stored(words("x"), code("a = 1", "b = 2", "c = 3")).encode()
    notebook = Notebook.from_bytes("nb.ipynb", data)
    rows = data.decode().split("\n")
    assert ["b = 2" in rows[row - 1] for row in (notebook.stored_row(2) or 0,)] == [True]
    assert notebook.stored_row(3) == (notebook.stored_row(2) or 0) + 1
    assert code_starts(notebook.document.text, notebook.document.cells[0].start)[1][0] == len("a = 1\n")


def test_keys_that_come_twice_are_read_as_json_reads_them() -> None:
    """The last one counts, for reading and for writing."""
    text = '{"nbformat": 4, "cells": 1, "cells": [{"cell_type": "code", "source": "a", "source": "b"}]}'
    cell = read_document("nb.ipynb", text.encode()).cells[0]
    assert (cell.text, text[cell.start : cell.end]) == ("b", '"b"')


def test_what_is_not_known_to_be_a_notebook_is_refused() -> None:
    """By a name that says so, and content that does not."""
    with pytest.raises(UnreadableSource, match="has no nbformat"):
        Notebook.from_bytes("nb.ipynb", b"1")


def test_the_joined_text_parses() -> None:
    """Cells that end in a comment, in a carriage return, in nothing."""
    notebook = opened("x = 1  # é", "y = 2\r\n", "", "z = 3\r", "!ls", "w = 4")
    assert len(ast.parse(notebook.text).body) == 5
    line = notebook.lines.index("w = 4") + 1
    assert notebook.position(line, 4) == Position(1, 5, 6)
    assert notebook.position_of(len(notebook.text)) == Position(1, 6, 6)
