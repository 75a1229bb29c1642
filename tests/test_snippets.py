"""Code that was pasted without its surroundings: how it is read, what is assumed, what `...` may do."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from support import Run

import graphlint
from graphlint.source.parse import parse
from graphlint.source.snippets.snippet import FragmentModule, Snippet

TWICE = "loss.backward()\nloss.backward()\n"


def found(text: str) -> list[tuple[int, int, str]]:
    """Row, column and code of each finding in a snippet."""
    result = graphlint.check_source(text, snippet=True, fixes=False)
    assert not result.failures, result.failures
    return [(item.place.start.row, item.place.start.column, item.code) for item in result.diagnostics]


def test_a_free_name_is_a_loss_because_it_is_backpropagated() -> None:
    assert found(TWICE) == [(2, 1, "GL101")]
    assert graphlint.check_source(TWICE).diagnostics == ()


@pytest.mark.parametrize(
    ("text", "row", "column"),
    [
        pytest.param("        loss.backward()\n        loss.backward()\n", 2, 9, id="indented as a whole"),
        pytest.param("        loss.backward()\n        loss.backward()\n    print(epoch)\n", 2, 9, id="ends less deeply"),
        pytest.param("loss.backward()\n        loss.backward()\n        optimizer.step()\n", 2, 9, id="first line lost its indentation"),
        pytest.param("\tloss.backward()\n\tloss.backward()\n", 2, 2, id="tabs"),
        pytest.param(">>> loss.backward()\n>>> loss.backward()\nTraceback (most recent call last):\n  File ...\n", 2, 5, id="session"),
        pytest.param(">>> for loss in losses:\n...     loss.backward()\n...     loss.backward()\n...\n", 3, 9, id="block of a session"),
        pytest.param("In [1]: loss.backward()\n\nIn [12]: loss.backward()\nOut[12]: 3\n", 3, 10, id="cells of two widths"),
        pytest.param("My code:\n```python\nloss.backward()\nloss.backward()\n```\nWhy does it fail?\n", 4, 1, id="fence"),
        pytest.param("%matplotlib inline\n!pip install torch\nloss.backward()\nloss.backward()\n", 4, 1, id="cell with commands"),
        pytest.param("%%time\nloss.backward()\nloss.backward()\n", 3, 1, id="cell magic"),
        pytest.param("loss.backward()\r\nloss.backward()\r\n", 2, 1, id="line ends of Windows"),
    ],
)
def test_positions_are_those_of_the_pasted_text(text: str, row: int, column: int) -> None:
    assert found(text) == [(row, column, "GL101")]


@pytest.mark.parametrize(
    "text",
    ["return loss", "yield loss", "await loss", "for x in data:", "if done:\n    # ...\nelse:\n    x = 1", "class Net(nn.Module): ..."],
)
def test_pieces_of_functions_and_headers_parse(text: str) -> None:
    assert found(text) == []


def test_a_fenced_traceback_and_other_languages_are_no_code() -> None:
    text = f"```bash\npip install torch\n```\n```python\n{TWICE}```\n```text\nRuntimeError: Trying to backward\n```\n"
    assert found(text) == [(6, 1, "GL101")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "# a comment\n",
        "Why does my loss not decrease?\n",
        "hello\nworld\n",
        "Why?\n",
        "```bash\npip install torch\n```\n",
        "{1, 2}",
    ],
)
def test_a_text_without_code_is_an_error(text: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    result = graphlint.check_source(text, snippet=True)
    assert [failure.message for failure in result.failures] == ["<string>: no Python code found in the snippet"]


def test_broken_code_has_its_place(project: Path) -> None:
    """The line of the text, though the fence and the indentation were left out."""
    assert found("```\n    loss = model(x\n    loss.backward()\n```\n")[0][2] == "GL000"
    assert found("Look:\n```\n    x = 1\n    y = = 2\n```\n") == [(4, 9, "GL000")]


def test_what_is_assumed_is_named_once(project: Path, run: Run) -> None:
    Path("piece.py").write_text("loss = F.mse_loss(model(x), y)\n...\nloss.backward()\n")
    outcome = run("check", "--snippet", "piece.py")
    assert outcome.status == 0
    assert outcome.err == (
        "note: assumed imports: `from torch.nn import functional as F`\n"
        "note: names of unknown value: `model`, `x`, `y`\n"
        "note: 1 part that is not shown may do anything but change the grad mode\n"
    )
    assert run("check", "--snippet", "--quiet", "piece.py").err == ""


def test_an_import_is_assumed_only_where_the_name_is_used_so() -> None:
    """`F` is a number here, and `nn` is bound."""
    snippet = Snippet.from_text("piece.py", "import network as nn\nloss = F * nn.loss(x)\nloss.backward()\n")
    tree = parse(snippet)
    assert isinstance(tree, FragmentModule)
    assert (tree.assumed.imports, tree.assumed.names) == ((), ("F", "x"))


GAPS = {
    "the loss is computed anew": "for x in loader:\n    {gap}\n    loss.backward()\n",
    "the graph is rebuilt": "loss = model(x).sum()\nloss.backward()\n{gap}\nloss.backward()\n",
    "gradients are reset": "for x in loader:\n    {gap}\n    model(x).sum().backward()\n    optimizer.step()\n",
    "the sum is emptied": "total = 0\nfor x in loader:\n    loss = model(x).sum()\n    loss.backward()\n    total += loss\n    {gap}\n",
}


@pytest.mark.parametrize("gap", ["...", "# ...", "# … more code …", "# ... existing code ...", "[...]"])
@pytest.mark.parametrize("program", GAPS.values(), ids=GAPS)
def test_code_that_is_not_shown_may_do_anything(program: str, gap: str) -> None:
    assert found(program.format(gap=gap)) == []
    assert found(program.format(gap="pass  # ..."))


def test_code_that_is_not_shown_does_not_change_the_grad_mode() -> None:
    text = "with torch.no_grad():\n    ...\n    loss = torch.ones(3, requires_grad=True).sum()\nloss.backward()\n"
    assert [code for _, _, code in found(text)] == ["GL107"]


def test_an_ellipsis_in_brackets_is_a_value() -> None:
    assert found("mask = y[..., 0]\nlayers = [\n    a,\n    # ...\n]\nloss.backward()\nloss.backward()\n") == [(7, 1, "GL101")]


def test_without_the_option_nothing_changes(project: Path, run: Run) -> None:
    Path("piece.py").write_text(f"import torch\n{TWICE}")
    assert run("check", "piece.py").out == "No findings in 1 file.\n"


def test_a_fix_changes_the_pasted_text_and_nothing_else(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "```python\n        loss = model(x).sum()\n        loss.backward(retain_graph=True)  # once\n        total += loss.item()\n```\n"

    class Piped:
        buffer = io.BytesIO(text.encode())

    monkeypatch.setattr(sys, "stdin", Piped)
    outcome = run("check", "--snippet", "--fix", "--unsafe-fixes", "-")
    assert outcome.out == text.replace("retain_graph=True", "")


def test_lines_are_not_added_below_a_prompt() -> None:
    """A fix that inserts a line would lack the prompt."""
    text = ">>> model.eval()\n>>> out = model(x)\n>>> print(out.argmax())\n"
    result = graphlint.check_source(text, snippet=True)
    assert all("\n" not in edit.text for item in result.diagnostics if item.fix for edit in item.fix.edits)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["."], "--snippet: expected files or standard input (-), got the directory ."),
        (["--fix", "piece.py"], "--snippet cannot be used with --fix"),
        (["--watch", "piece.py"], "--snippet cannot be used with --watch"),
    ],
)
def test_what_snippets_cannot_be_combined_with(arguments: list[str], message: str, project: Path, run: Run) -> None:
    Path("piece.py").write_text(TWICE)
    outcome = run("check", "--snippet", *arguments)
    assert outcome.status == 2
    assert message in outcome.err
