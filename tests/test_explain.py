"""Explanations of recorded tracebacks, against the causes that are marked in the programs that raised them.

A line ends with `# <- ROLE` (or several roles) for what happened there; the line that raised is marked, too. The tracebacks in
tests/explain/tracebacks are records of runs on PyTorch (scripts/record_tracebacks.py).
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from graphlint.explain.answer import Certainty, Explanation
from graphlint.explain.explain import Request, explain
from graphlint.explain.locate import Locator
from graphlint.explain.log_lines import streams
from graphlint.explain.messages import ChangedTensor, messages, relevant_error
from graphlint.explain.parse_traceback import parse
from graphlint.explain.records import Frame, RaisedError
from graphlint.explain.user_code import user_frames
from graphlint.rule.registry import Registry, discover

DATA = Path(__file__).parent / "explain"
MARK = re.compile(r"# <- ([\w, -]+)$")
PART = re.compile(r"^from parts\.(\w+) import", re.MULTILINE)
Lines = dict[str, set[tuple[str, int]]]
"""The lines of each role, with the names of their files."""


@pytest.fixture(scope="module")
def registry() -> Registry:
    return discover()


def marks(program: Path) -> Lines:
    """Return the marked lines of a program and of the files beside it that it imports."""
    found: Lines = {}
    parts = PART.findall(program.read_text(encoding="utf-8"))
    for path in (program, *(program.parent / "parts" / f"{name}.py" for name in parts)):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            mark = MARK.search(line)
            for role in mark[1].split(",") if mark else ():
                found.setdefault(role.strip(), set()).add((path.name, number))
    return found


def recorded(name: str) -> str:
    return (DATA / "tracebacks" / f"{name}.txt").read_text(encoding="utf-8")


def answered(found: Explanation) -> dict[str, set[int]]:
    rows: dict[str, set[int]] = {}
    for cause in found.causes:
        rows.setdefault(cause.role.value, set()).add(cause.position.row)
    return rows


def programs(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((DATA / "programs" / folder).glob("*.py"))]


def placed(found: Explanation) -> Lines:
    lines: Lines = {}
    for cause in found.causes:
        lines.setdefault(cause.role.value, set()).add((Path(cause.path).name, cause.position.row))
    return lines


SIGHTS = ("first_sight", "second_sight", "third_sight", "fourth_sight", "fifth_sight")


@pytest.mark.parametrize("program", programs("reported", "silent", *SIGHTS), ids=lambda path: path.stem)
def test_the_cause_of_a_recorded_traceback(program: Path, registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DATA)
    found = explain(Request(recorded(program.stem)), registry)
    expected = marks(program)
    assert found.raised is not None
    assert {(Path(found.raised[0]).name, found.raised[1])} == expected.pop("raised")
    assert found.is_determined
    assert {role: placed(found).get(role) for role in expected} == expected, found.certainty


@pytest.mark.parametrize("program", programs("silent"), ids=lambda path: path.stem)
def test_check_reports_no_error_on_the_silent_programs(program: Path) -> None:
    """These are the programs whose error only the traceback shows."""
    from graphlint import check_paths  # noqa: PLC0415  the other tests need none of it

    lines = {line for _, line in marks(program)["raised"]}
    errors = [item for item in check_paths([program], fixes=False).diagnostics if item.severity.value == "error"]
    assert not [item for item in errors if item.place.start.row in lines]


def test_every_message_has_a_recorded_traceback() -> None:
    """The patterns are those of real messages."""
    seen = set()
    for path in (DATA / "tracebacks").glob("*.txt"):
        found = relevant_error(parse(path.read_text(encoding="utf-8")).errors)
        assert found is not None, path
        assert found[1] is not None, path
        seen.add(found[1].name)
    assert {message.name for message in messages()} == seen
    assert len(seen) >= 25


def test_every_message_names_rules_that_exist(registry: Registry) -> None:
    for message in messages():
        assert [code for code in message.codes if registry.find(code) is None] == [], message.name


# Texts of tracebacks.

FREED = "RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors ...)."


def test_a_log_of_several_ranks_gives_the_first_that_raised() -> None:
    text = f"""
[rank1]: Traceback (most recent call last):
[rank0]: Traceback (most recent call last):
[rank1]:   File "train.py", line 9, in <module>
[rank0]:   File "train.py", line 7, in <module>
[rank1]:     loss.backward()
[rank0]:     model(x)
[rank0]: ValueError: bad input
[rank1]: {FREED}
"""
    errors = parse(text).errors
    assert [error.kind for error in errors] == ["RuntimeError", "ValueError"]
    found = relevant_error(errors)
    assert found is not None
    assert found[0].frames == (Frame("train.py", 9, "<module>", "loss.backward()"),)


@pytest.mark.parametrize(
    "prefix",
    [
        "2026-03-01 12:00:00,123 ERROR train: ",
        "[2026-03-01T12:00:00.123Z] ",
        "(RayTrainWorker pid=4711) ",
        "worker-0 | ",
        "3: ",
        "\x1b[36m[trainer]\x1b[0m ",
        "",
    ],
)
def test_prefixes_of_logs_are_removed(prefix: str) -> None:
    lines = ["Traceback (most recent call last):", '  File "a.py", line 3, in f', "    loss.backward()", "    ~~~~~~~~~~~~~^^", FREED]
    (error,) = parse("\n".join(f"{prefix}{line}" for line in ["started", *lines, "Killed"])).errors
    assert error.frames == (Frame("a.py", 3, "f", "loss.backward()"),)
    assert error.headline == FREED


def test_a_logger_writes_its_prefix_only_on_the_first_line() -> None:
    text = f'ERROR:train:step failed: Traceback (most recent call last):\n  File "a.py", line 3, in f\n    loss.backward()\n{FREED}\n'
    (error,) = parse(text).errors
    assert error.frames[0].line == 3


def test_of_chained_exceptions_the_one_about_the_graph_matters() -> None:
    text = f"""Traceback (most recent call last):
  File "a.py", line 3, in step
    loss.backward()
{FREED}

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "a.py", line 9, in <module>
    step()
  File "a.py", line 5, in step
    report(error)
KeyError: 'epoch'
"""
    found = relevant_error(parse(text).errors)
    assert found is not None
    assert found[0].frames[-1].line == 3


def test_the_exceptions_of_a_group_are_separate() -> None:
    kinds = [error.kind for error in parse(recorded("several_errors")).errors]
    assert kinds == ["ExceptionGroup", "ValueError", "RuntimeError"]


def test_a_note_belongs_to_the_message() -> None:
    text = f'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    loss.backward()\n{FREED}\nin epoch 3\n'
    assert parse(text).errors[0].message.endswith("in epoch 3")


def test_frames_of_ipython() -> None:
    text = f"""---------------------------------------------------------------------------
RuntimeError                              Traceback (most recent call last)
Cell In[3], line 2
      1 loss = model(x).mean()
----> 2 train(loss)

File ~/project/steps.py:14, in train(loss)
     12 def train(loss):
     13     loss.backward()
---> 14     loss.backward()

File /opt/env/lib/python3.11/site-packages/torch/_tensor.py:581, in Tensor.backward(self, gradient)
    580     )
--> 581 torch.autograd.backward(

{FREED}"""
    (error,) = parse(text).errors
    cell, steps = user_frames(error.frames)
    assert (cell.cell, cell.line, cell.text) == (3, 2, "train(loss)")
    assert (steps.path, steps.line, steps.text) == ("~/project/steps.py", 14, "loss.backward()")


@pytest.mark.parametrize(
    ("header", "cell"),
    [("<ipython-input-7-0a1b2c3d> in <module>", 7), ("Input In [7], in <cell line: 2>()", 7), ("Cell In [7], line 2", 7)],
)
def test_headers_of_older_versions_of_ipython(header: str, cell: int) -> None:
    text = f"RuntimeError        Traceback (most recent call last)\n{header}\n      1 a = 1\n----> 2 loss.backward()\n\n{FREED}"
    (error,) = parse(text).errors
    assert (error.frames[0].cell, error.frames[0].line, error.frames[0].text) == (cell, 2, "loss.backward()")


@pytest.mark.parametrize(
    "path",
    [
        "/usr/lib/python3.11/contextlib.py",
        "/venv/lib/python3.12/site-packages/torch/_tensor.py",
        "C:\\Python311\\Lib\\contextlib.py",
        "/src/transformers/src/transformers/trainer.py",
        "/src/lightning/pytorch/trainer/trainer.py",
        "/src/accelerate/src/accelerate/accelerator.py",
        "<frozen importlib._bootstrap>",
        "<string>",
    ],
)
def test_library_code_is_not_the_users(path: str) -> None:
    assert user_frames([Frame("train.py", 1), Frame(path, 2)]) == (Frame("train.py", 1),)


def test_a_folder_that_is_named_like_a_framework_is_the_users(tmp_path: Path) -> None:
    """A framework's folder is a package."""
    own = Frame(str(tmp_path / "transformers" / "training" / "main.py"), 2)
    assert user_frames([own]) == ()
    (tmp_path / "transformers" / "training").mkdir(parents=True)
    assert user_frames([own]) == (own,)
    (tmp_path / "transformers" / "__init__.py").write_text("")
    assert user_frames([own]) == ()


def test_the_changed_tensor_in_the_message() -> None:
    text = "[torch.FloatTensor [2, 4]], which is output 0 of SigmoidBackward0, is at version 3; expected version 1 instead."
    assert ChangedTensor.of(RaisedError("RuntimeError", text, ())) == ChangedTensor("2, 4", "Sigmoid", 3, 1)


def test_empty_text_has_no_stream() -> None:
    assert list(streams("no error here\n")) == []


# Sources.

TWICE = """import torch
w = torch.ones(2, requires_grad=True)
loss = w.exp().sum()
loss.backward()
loss.backward()
"""


def traceback_of(path: str, line: int, text: str) -> str:
    return f'Traceback (most recent call last):\n  File "{path}", line {line}, in <module>\n    {text}\n{FREED}\n'


def test_a_file_of_another_machine_is_found_by_the_end_of_its_path(tmp_path: Path, registry: Registry) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "train.py").write_text(TWICE)
    found = explain(Request(traceback_of("/home/someone/project/src/train.py", 5, "loss.backward()"), str(tmp_path)), registry)
    assert answered(found) == {"built": {3}, "freed": {4}}
    assert found.certainty is Certainty.SHOWN


def test_a_file_that_has_changed_since_is_read_where_the_statement_is_now(tmp_path: Path, registry: Registry) -> None:
    (tmp_path / "train.py").write_text("# a new comment\n" + TWICE.replace("\nloss.backward()\nl", "\nloss.backward()  # first\nl"))
    found = explain(Request(traceback_of(str(tmp_path / "train.py"), 5, "loss.backward()"), str(tmp_path)), registry)
    assert found.diagnostic is not None
    assert found.diagnostic.place.start.row == 6
    assert "has changed" in found.notes[0]


def test_a_missing_source_is_named(tmp_path: Path, registry: Registry) -> None:
    found = explain(Request(traceback_of("/home/someone/train.py", 5, "loss.backward()"), str(tmp_path)), registry)
    assert not found.is_determined
    assert "not found" in found.notes[0]
    assert found.help


def test_cells_of_a_notebook(tmp_path: Path, registry: Registry) -> None:
    cells = [TWICE.split("loss = ", maxsplit=1)[0], "loss = w.exp().sum()\nloss.backward()", "print(1)\nloss.backward()"]
    code = [
        {"cell_type": "code", "execution_count": number, "metadata": {}, "outputs": [], "source": text}
        for number, text in enumerate(cells, 4)
    ]
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": code, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    text = f"RuntimeError     Traceback (most recent call last)\nCell In[6], line 2\n      1 print(1)\n----> 2 loss.backward()\n\n{FREED}"
    found = explain(Request(text, str(tmp_path)), registry)
    assert [(cause.role.value, cause.position.cell, cause.position.row) for cause in found.causes] == [("built", 2, 1), ("freed", 2, 2)]


def test_the_frame_of_a_framework_leads_to_the_users_call(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("trainer.fit(model)\n")
    frames = user_frames(
        [Frame(str(tmp_path / "train.py"), 1), Frame("/venv/lib/python3.11/site-packages/lightning/pytorch/trainer.py", 9)]
    )
    (located,) = Locator(str(tmp_path)).locate(frames)
    assert located.line == 1


def test_an_error_about_something_else_is_not_explained(tmp_path: Path, registry: Registry) -> None:
    (tmp_path / "a.py").write_text("x = {}['a']\n")
    text = f"Traceback (most recent call last):\n  File \"{tmp_path}/a.py\", line 1, in <module>\n    x = {{}}['a']\nKeyError: 'a'\n"
    found = explain(Request(text, str(tmp_path)), registry)
    assert (found.is_determined, found.code) == (False, "")
    assert "not an error about an autograd graph" in found.means


def test_the_fix_of_a_shown_error_is_proven(tmp_path: Path, registry: Registry) -> None:
    (tmp_path / "train.py").write_text(TWICE)
    found = explain(Request(traceback_of(str(tmp_path / "train.py"), 5, "loss.backward()"), str(tmp_path)), registry)
    assert [line for line in found.diff if line.startswith(("+", "-")) and "train.py" not in line]
    assert sys.getsizeof(found.url) > 0
    assert found.url is not None
    assert found.url.endswith("double-backward.md")
