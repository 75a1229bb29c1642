"""The edits that detach, that put code under no_grad, that freeze, and that save tensors on ctx: text in, text out."""

from __future__ import annotations

import ast

import pytest

from graphlint.fixes.edits import Edits
from graphlint.fixes.queries.nodes import named
from graphlint.fixes.strategies.detached_values import added_terms, as_numbers, stored_values
from graphlint.fixes.strategies.evaluation import returns_numbers, trains
from graphlint.fixes.strategies.frozen_parts import freeze, hoist, is_only_module, runs_first
from graphlint.fixes.strategies.grad_modes import function_under_no_grad, is_off, under_no_grad
from graphlint.fixes.strategies.gradients import reset_after_last_use, use_autograd_grad
from graphlint.fixes.strategies.saved_tensors import save_for_backward
from graphlint.rule.code import Code
from graphlint.source.source import Source
from graphlint.source.text_edits import apply_edits

TORCH = "import torch\n"


def code_of(text: str) -> Code:
    return Code(Source.from_bytes("program.py", text.encode()))


def call_of(code: Code, spelled: str) -> ast.Call:
    return next(node for node in ast.walk(code.tree) if isinstance(node, ast.Call) and code.spelled(node) == spelled)


def changed(code: Code, edits: Edits) -> str | None:
    return None if edits is None else apply_edits(code.text, sorted(edits))


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        ("total += loss", ["loss"]),
        ("total = loss + total", ["loss"]),
        ("total += loss * 3", ["loss"]),
        ("total = torch.cat([total, loss.view(1)])", ["loss.view(1)"]),
        ("total = 0.9 * total + 0.1 * loss", ["loss"]),
        ("total = loss if total is None else 0.9 * total + 0.1 * part", ["loss", "part"]),
        ("total.add_(loss)", ["loss"]),
        ("total = total + loss / len(x)", ["loss"]),
    ],
)
def test_what_is_added_is_found(statement: str, parts: list[str]) -> None:
    """The total itself and plain numbers are left out."""
    code = code_of(statement + "\n")
    first = next(added_terms(code, code.tree.body[0]))
    assert [code.spelled(each) for each in first] == parts


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        ("losses.append(loss)", [["loss"]]),
        ("self.kept.insert(0, (number, answer))", [["number"], ["answer"], ["number", "answer"]]),
        ("memory.append(Step(a, b.item()))", [["a"]]),
        ("history += [step(x) for x in data]", [["step(x)"]]),
        ("log['loss', epoch] = loss", [["loss"]]),
    ],
)
def test_what_is_stored_is_found(statement: str, parts: list[list[str]]) -> None:
    """Of a display or a new object each element by itself comes first."""
    code = code_of(statement + "\n")
    assert [[code.spelled(each) for each in together] for together in stored_values(code, code.tree.body[0])] == parts


@pytest.mark.parametrize(
    ("use", "offered"), [("print(total / 3)", True), ("print(total.mean())", False), ("torch.save(total, 'x')", False)]
)
def test_a_number_is_offered_where_no_tensor_is_wanted(use: str, offered: bool) -> None:
    """A method of a tensor would fail on it."""
    code = code_of(f"loss.backward()\ntotal += loss\n{use}\n")
    statement = code.tree.body[1]
    assert isinstance(statement, ast.AugAssign)
    assert (as_numbers(code, (statement.value,), statement.target, "Add {} as a number") is not None) is offered


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = f(1)  # why\n", "with torch.no_grad():\n    x = f(1)  # why\n"),
        ("x = f(\n    1,\n)\n", "with torch.no_grad():\n    x = f(\n        1,\n    )\n"),
        ("if x: y = f(1)\n", "with torch.no_grad():\n    if x: y = f(1)\n"),
        ("x = f(1); y = 2\n", "with torch.no_grad():\n    x = f(1)\ny = 2\n"),
    ],
)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_statement_is_put_under_no_grad(before: str, after: str | None, ends: str) -> None:
    """Comments, continued lines and line ends stay; two statements on a line are parted."""
    code = code_of((TORCH + before).replace("\n", ends))
    wanted = None if after is None else (TORCH + after).replace("\n", ends)
    assert changed(code, under_no_grad(code, [code.tree.body[1]])) == wanted


def test_what_pauses_is_not_put_under_no_grad() -> None:
    """The mode would hold for whoever goes on in the meantime."""
    code = code_of(TORCH + "def f():\n    for x in y:\n        yield m(x)\n")
    function = code.tree.body[1]
    assert isinstance(function, ast.FunctionDef)
    assert under_no_grad(code, [function.body[0]]) is None
    assert (
        changed(code, function_under_no_grad(code, function)) == TORCH + "@torch.no_grad()\ndef f():\n    for x in y:\n        yield m(x)\n"
    )


def test_import_of_torch_is_added_beside_one_of_its_modules() -> None:
    """A file that imports only names or modules of torch gets the name; an imported no_grad will do."""
    for imported in ("from torch import nn\n", "import torch.nn as nn\n"):
        code = code_of(imported + "x = f(1)\n")
        expected = f"import torch\n{imported}with torch.no_grad():\n    x = f(1)\n"
        assert changed(code, under_no_grad(code, [code.tree.body[1]])) == expected
    code = code_of("from torch import no_grad as quiet\nx = f(1)\n")
    assert changed(code, under_no_grad(code, [code.tree.body[1]])) == "from torch import no_grad as quiet\nwith quiet():\n    x = f(1)\n"


@pytest.mark.parametrize("text", ["x = f(1)\n", "from .torch import nn\nx = f(1)\n", "from torch import nn\nx = torch(1)\n"])
def test_no_import_is_added_where_torch_is_another_name_or_unknown(text: str) -> None:
    code = code_of(text)
    assert under_no_grad(code, [code.tree.body[-1]]) is None


def test_a_call_is_put_before_its_statement() -> None:
    """Under a name that says what it is."""
    code = code_of(TORCH + "if x:\n\tloss = judge(forger(z)).mean()  # fakes\n")
    call = call_of(code, "forger(z)")
    wanted = TORCH + "if x:\n\twith torch.no_grad():\n\t\tforger_output = forger(z)\n\tloss = judge(forger_output).mean()  # fakes\n"
    assert changed(code, hoist(code, call, call)) == wanted
    assert runs_first(code, call)
    assert not is_only_module(code, call)


@pytest.mark.parametrize("text", ["x = [m(y) for y in z]", "x = m(y) if z else 0", "x = z and m(y)", "x = lambda: m(y)"])
def test_a_call_that_happens_sometimes_or_often_stays(text: str) -> None:
    """Before the statement it would happen once."""
    code = code_of(f"{TORCH}{text}\n")
    call = call_of(code, "m(y)")
    assert hoist(code, call, call) is None


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("def f():\n    n = 0\n    n += m(x).item()\n    return n / 3\n", True),
        ("def f():\n    n = 0.0\n    n += m(x)\n    return n / 3\n", False),
        ("def f():\n    a, b = [], 0\n    a.append(m(x).item())\n    return sum(a) / len(a), b\n", True),
        ("def f():\n    a = []\n    a.append(m(x))\n    return a\n", False),
        ("def f():\n    print(m(x))\n", True),
        ("m(x)\n", True),
    ],
)
def test_what_a_function_returns(text: str, numbers: bool) -> None:
    """Numbers hang on no graph."""
    code = code_of(text)
    assert returns_numbers(code, call_of(code, "m(x)")) is numbers


@pytest.mark.parametrize(
    ("text", "call", "after"),
    [
        ("a, b = A(), B()\nfor x in y:\n    a(x)\n", "a(x)", "a, b = A(), B()\na.requires_grad_(False)\nfor x in y:\n    a(x)\n"),
        ("def f(a):\n    for x in y:\n        a(x)\n", "a(x)", "def f(a):\n    a.requires_grad_(False)\n    for x in y:\n        a(x)\n"),
        ("a = A(); b = 2\na(x)\n", "a(x)", "a = A(); a.requires_grad_(False); b = 2\na(x)\n"),
    ],
)
def test_a_module_is_frozen_where_it_is_made(text: str, call: str, after: str) -> None:
    """Behind the statement that binds it, before the loop for a parameter."""
    code = code_of(text)
    assert [changed(code, edits) for edits in freeze(code, call_of(code, call))] == [after]


def test_a_gradient_is_asked_for_or_taken_off() -> None:
    """The two ways out of the cycle of a leaf and its gradient."""
    code = code_of(TORCH + "e.backward(create_graph=True)  # d\ng = x.grad\n(h,) = torch.autograd.grad(g.sum(), x)\nprint(h)\n")
    walk = call_of(code, "e.backward(create_graph=True)")
    asked = use_autograd_grad(code, walk)
    assert asked is not None
    last = "(h,) = torch.autograd.grad(g.sum(), x)\n"
    assert changed(code, asked[1]) == f"{TORCH}(g,) = torch.autograd.grad(e, x, create_graph=True)  # d\n{last}print(h)\n"
    ((what, edits),) = reset_after_last_use(code, walk)
    assert what == "`x`"
    assert changed(code, edits) == f"{TORCH}e.backward(create_graph=True)  # d\ng = x.grad\n{last}x.grad = None\nprint(h)\n"


FUNCTION = """class F(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.a = a  # one
        ctx.b = b  # two
        return a * b

    @staticmethod
    def backward(ctx, g):
        b = ctx.b
        return g * b, g * ctx.a
"""


def test_tensors_on_ctx_are_saved_together() -> None:
    """A second call of save_for_backward would take the place of the first."""
    code = code_of(FUNCTION)
    statements = [each for each in ast.walk(code.tree) if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Attribute)]
    after = changed(code, save_for_backward(code, statements))
    assert after is not None
    assert "        ctx.save_for_backward(a, b)  # two\n        return a * b\n" in after
    assert "ctx.a" not in after
    assert "        a, b = ctx.saved_tensors\n        return g * b, g * a\n" in after


def test_what_forward_reads_again_stays_on_ctx() -> None:
    """It has no other name there."""
    code = code_of(FUNCTION.replace("return a * b", "return ctx.a * b"))
    statements = [each for each in ast.walk(code.tree) if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Attribute)]
    assert save_for_backward(code, statements) is None


@pytest.mark.parametrize(
    ("outer", "inner", "off"),
    [
        ("torch.no_grad()", "open(f)", True),
        ("torch.no_grad()", "torch.enable_grad()", False),
        ("torch.enable_grad()", "torch.inference_mode()", True),
        ("torch.no_grad()", "torch.set_grad_enabled(True)", False),
        ("torch.set_grad_enabled(mode=False)", "lock", True),
        ("torch.set_grad_enabled(flag)", "lock", False),
    ],
)
def test_the_innermost_mode_counts(outer: str, inner: str, off: bool) -> None:
    """What it switches on is on, whatever stands around; a mode that the text does not tell is not off."""
    code = code_of(f"with {outer}:\n    with {inner}:\n        x = 1\n")
    assert is_off(code, next(node for node in ast.walk(code.tree) if isinstance(node, ast.Assign))) is off


@pytest.mark.parametrize(
    ("call", "training"),
    [("model.train()", False), ("train(model)", True), ("fit_one(x)", True), ("epoch(x)", True), ("o.step()", True), ("report(x)", False)],
)
def test_what_trains(call: str, training: bool) -> None:
    """A function of the file that walks a graph does, whatever its name; a module's train() only says in which mode it is."""
    code = code_of(f"def epoch(x):\n    f(x).backward()\n{call}\n")
    assert trains(code, code.tree.body[1]) is training


def test_a_name_in_a_message_is_short() -> None:
    """A message ends within a menu's width, with a line number behind it."""
    code = code_of("h\nmodel.encoder.attention.output\n")
    short, long = (each.value for each in code.tree.body if isinstance(each, ast.Expr))
    assert [named(code, short), named(code, long), named(code, short, short)] == ["`h`", "the tensor", "`h`"]
    assert named(code, short, long) == "the tensors"
    assert named(code, long, otherwise="the module") == "the module"
