"""The edits for backward calls, carried states, steps and in-place changes: text in, text out."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from graphlint.autograd.events import Site
from graphlint.fixes.edits import Edits, inserted_after, tail_unwrapped, undecorated, unwrapped
from graphlint.fixes.queries.names import carried, operands, rebound, uses
from graphlint.fixes.strategies.grad_modes import modes_around, no_grad, no_grad_for
from graphlint.fixes.strategies.inplace_changes import out_of_place
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix, distinct_fixes
from graphlint.source.source import Source
from graphlint.source.text_edits import Edit, apply_edits


def code_of(text: str) -> Code:
    return Code(Source.from_bytes("program.py", text.encode()))


def first(code: Code, kind: type[ast.AST]) -> ast.AST:
    return next(node for node in ast.walk(code.tree) if isinstance(node, kind))


def changed(text: str, kind: type[ast.AST], edit: Callable[[Code, ast.AST], Edits]) -> str | None:
    """A text after an edit of its first node of a kind."""
    code = code_of(text)
    edits = edit(code, first(code, kind))
    return None if edits is None else apply_edits(text, edits)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("with no_grad():\n    a = 1\n    b = 2  # kept\nc = 3\n", "a = 1\nb = 2  # kept\nc = 3\n"),
        ("with no_grad():\r\n\ta = 1\r\n\r\n\tb = 2\r\n", "a = 1\r\n\r\nb = 2\r\n"),
        ('with no_grad():\n    a = """x\n    y"""\n', 'a = """x\n    y"""\n'),
        ("def f():\n  with no_grad(\n  ):\n    return 1\n", "def f():\n  return 1\n"),
        ("with no_grad(): a = 1\n", "a = 1\n"),
        ("with no_grad():\n    a = 1; b = 2\n", "a = 1; b = 2\n"),
    ],
)
def test_a_block_is_taken_away(before: str, after: str | None) -> None:
    """Strings over several lines, comments and line ends stay."""
    assert changed(before, ast.With, unwrapped) == after  # type: ignore[arg-type]


def test_an_elif_and_an_if_with_else_stay() -> None:
    """What else is there to do if the condition goes?"""
    assert changed("if a is None:\n    b = 1\nelse:\n    b = 2\n", ast.If, unwrapped) is None  # type: ignore[arg-type]
    assert changed("if a is None:\n    b = 1\n", ast.If, unwrapped) == "b = 1\n"  # type: ignore[arg-type]


def test_the_tail_of_a_block_is_taken_out() -> None:
    """The first statements stay in the block."""
    text = "with no_grad():\n    a = 1\n    b = (a,\n         2)\nc = 3\n"
    edit = lambda code, node: tail_unwrapped(code, node, node.body[1])  # noqa: E731
    assert changed(text, ast.With, edit) == "with no_grad():\n    a = 1\nb = (a,\n     2)\nc = 3\n"
    assert changed(text, ast.With, lambda code, node: tail_unwrapped(code, node, node.body[0])) is None  # type: ignore[arg-type,attr-defined]


def test_one_decorator_of_two_goes() -> None:
    """The other one stays, and so does the comment above."""
    text = "# why\n@first\n@torch.no_grad()  # off\ndef f():\n    pass\n"
    edit = lambda code, node: undecorated(code, node.decorator_list[1])  # noqa: E731
    assert changed(text, ast.FunctionDef, edit) == "# why\n@first\ndef f():\n    pass\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x += y\n", "x = x + y\n"),
        ("x *= a if b else c\n", "x = x * (a if b else c)\n"),
        ("self.x -= (a + b)  # kept\n", "self.x = self.x - (a + b)  # kept\n"),
        ("x /= \\\n    y\n", "x = x / \\\n    y\n"),
        ("x.mul_(2).add_(y)\n", "x = x.mul(2).add(y)\n"),
        ("a = 1; x.relu_()\n", "a = 1; x = x.relu()\n"),
        ("x[0] = 1\n", "x = x.clone()\nx[0] = 1\n"),
        ("F.relu(x, inplace=True)\n", "x = F.relu(x)\n"),
        ("import torch\nx.zero_()\n", "import torch\nx = torch.zeros_like(x)\n"),
        ("y = value * x.add_(0.5)\n", "y = value * x.add(0.5)\n"),
        ("y = x[0]\ny += 1\n", None),
    ],
)
def test_a_change_is_written_out_of_place(before: str, after: str | None) -> None:
    """What is bound to a part of another tensor is left alone: the other one would keep its old values."""
    code = code_of(before)
    last = code.tree.body[-1]
    node: ast.stmt | ast.expr = last
    if isinstance(last, ast.Assign) and isinstance(last.value, ast.BinOp):
        node = last.value.right
    site = Site("program.py", node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
    found = [fix for fix in out_of_place(code, [site]) if fix is not None]
    assert [apply_edits(before, fix.edits) for fix in found] == ([] if after is None else [after])


def test_a_loop_carries_what_it_reads_before_it_binds_it() -> None:
    """The loop's own variable, and what is bound first, are not carried."""
    code = code_of("for x in data:\n    out, state = cell(x, state)\n    total += out\n    last = [y for y in state]\n    print(last)\n")
    loop = first(code, ast.For)
    assert isinstance(loop, ast.For)
    assert carried(loop) == ["state", "total"]
    assert rebound(loop) == {"x", "out", "state", "last"}
    assert ("y", False) not in list(uses(loop))


def test_operands_are_what_may_be_tensors() -> None:
    """Modules, imported names and what is called are none."""
    code = code_of("import torch\ny = net(torch.cat([a, self.h]), b.t() @ w[0], size=(c, 1))\n")
    call = first(code, ast.Call)
    assert sorted(code.spelled(part) for part in operands(code, call)) == ["a", "b", "c", "self.h", "w[0]"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import torch as th\nwith th.inference_mode():\n    x = 1\n", "import torch as th\nwith th.no_grad():\n    x = 1\n"),
        (
            "from torch import inference_mode, no_grad\n@inference_mode()\ndef f():\n    x = 1\n",
            "from torch import inference_mode, no_grad\n@no_grad()\ndef f():\n    x = 1\n",
        ),
        ("from torch import inference_mode\nwith inference_mode():\n    x = 1\n", None),
        ("import torch\nwith torch.inference_mode(flag):\n    x = 1\n", None),
        (
            "import torch\nmode = torch.inference_mode()\nwith mode:\n    x = 1\n",
            "import torch\nmode = torch.no_grad()\nwith mode:\n    x = 1\n",
        ),
    ],
)
def test_no_grad_takes_the_place_of_inference_mode(before: str, after: str | None) -> None:
    """In the file's own spelling, and never with an import more."""
    code = code_of(before)
    line = 1 + next(number for number, text in enumerate(before.split("\n")) if "x = 1" in text)
    (_, mode), *_ = modes_around(code, [Site("program.py", line, 4, line, 9)])
    edits = no_grad_for(code, mode)
    assert (None if edits is None else apply_edits(before, edits)) == after


def test_no_grad_is_spelled_as_the_file_imports_it() -> None:
    """Nothing is imported for a fix."""
    assert no_grad(code_of("import torch as th\n")) == "th.no_grad()"
    assert no_grad(code_of("from torch import no_grad as off\n")) == "off()"
    assert no_grad(code_of("from torch import nn\n")) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for x in y:\n    a()\nb()\n", "for x in y:\n    a()\nstep()\nb()\n"),
        ("for x in y:\r\n    a()  # kept\r\n", "for x in y:\r\n    a()  # kept\r\nstep()\r\n"),
        ("for x in y:\n    a()", "for x in y:\n    a()\nstep()"),
    ],
)
def test_a_line_is_put_behind_a_block(before: str, after: str) -> None:
    """Also where the file ends without a line break."""
    assert changed(before, ast.For, lambda code, node: inserted_after(code, node, "step()")) == after  # type: ignore[arg-type]


def test_proposals_that_read_alike_tell_their_lines() -> None:
    """The same edit is offered once."""
    code = code_of("a(x)\nb(x, x)\n")
    edits = [fix_at(3), fix_at(9), fix_at(12), fix_at(3)]
    assert [fix.message for fix in distinct_fixes(code, [*edits, None])] == [
        "Detach on line 1",
        "Detach on line 2, column 5",
        "Detach on line 2, column 8",
    ]


def fix_at(place: int) -> Fix | None:
    return Fix.of("Detach", Applicability.UNSAFE, (Edit(place, place, ".detach()"),))
