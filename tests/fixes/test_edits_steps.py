"""Edits of training steps, of blocks without grad mode and of leaves: text in, text out."""

from __future__ import annotations

import ast
from collections.abc import Iterable

import pytest

from graphlint.autograd.events import Site
from graphlint.fixes import edits
from graphlint.fixes.strategies import (
    detached_values,
    grad_modes,
    gradients,
    mode_scopes,
    optimized_parameters,
    parameter_updates,
    rewrapped_tensors,
    training_step,
)
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.source.source import Source
from graphlint.source.text_edits import Edit, apply_edits


def code_of(text: str) -> Code:
    return Code(Source.from_bytes("program.py", text.encode()))


def changed(code: Code, *groups: Iterable[Edit] | None) -> str | None:
    """The text that a fix of these edits makes, None where there is none."""
    fix = Fix.of("Do it", Applicability.UNSAFE, *groups)
    return None if fix is None else apply_edits(code.text, fix.edits)


def expression(code: Code, spelled: str) -> ast.expr:
    """The first expression that is spelled so."""
    return next(node for node in ast.walk(code.tree) if isinstance(node, ast.expr) and code.spelled(node) == spelled)


def call(code: Code, spelled: str) -> ast.Call:
    found = expression(code, spelled)
    assert isinstance(found, ast.Call)
    return found


def statement(code: Code, line: int) -> ast.stmt:
    return next(node for node in ast.walk(code.tree) if isinstance(node, ast.stmt) and node.lineno == line)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_bare_no_grad_opens_a_block(end: str) -> None:
    """With the file's line ends and indentation; its comment stays, and what a string holds is not indented."""
    code = code_of(end.join(["import torch", "def f(m):", "\ttorch.no_grad()  # why", '\ta = m("""', 'b""")', "", "\treturn a", ""]))
    span, extent = next(iter(mode_scopes.spans(code, statement(code, 3))))
    assert extent == ""
    lines = ["import torch", "def f(m):", "\twith torch.no_grad():  # why", '\t\ta = m("""', 'b""")', "", "\treturn a", ""]
    assert changed(code, edits.opened(code, statement(code, 3), span, "with torch.no_grad():")) == end.join(lines)


def test_a_block_is_opened_within_a_line() -> None:
    """Statements that share a line are parted."""
    code = code_of("torch.no_grad(); a = m(x)\nb = m(a)\n")
    expected = "with torch.no_grad():\n    a = m(x)\n    b = m(a)\n"
    assert changed(code, edits.opened(code, code.tree.body[0], code.tree.body[1:], "with torch.no_grad():")) == expected


def test_a_block_ends_before_training_and_definitions() -> None:
    """Under no_grad the training would find no graph; a definition in a block is no one's wish."""
    code = code_of("torch.no_grad()\na = m(x)\nb = m(a)\nloss = m(b)\nloss.backward()\ndef f(): m(b)\n")
    found = [[each.lineno for each in span] for span, _ in mode_scopes.spans(code, statement(code, 1))]
    assert found == [[2, 3, 4], [2, 3], [2]]
    extents = [extent for _, extent in mode_scopes.spans(code, statement(code, 1))]
    assert extents == ["", ", down to line 3", ", down to line 2"]


def test_a_block_is_left_out_where_grad_mode_is_off() -> None:
    """with in with would be a needless line."""
    code = code_of("import torch\nwith torch.no_grad():\n    w -= 1\nw += 1\n")
    assert grad_modes.under_no_grad(code, [statement(code, 3)]) == ()
    assert changed(code, grad_modes.under_no_grad(code, [statement(code, 4)])) == code.text.replace(
        "w += 1", "with torch.no_grad():\n    w += 1"
    )


@pytest.mark.parametrize(
    ("imports", "spelled"),
    [
        ("import torch as T", "T.no_grad()"),
        ("from torch import no_grad as off", "off()"),
        ("from torch import nn", None),
    ],
)
def test_no_grad_is_spelled_as_the_file_does(imports: str, spelled: str | None) -> None:
    """No import is added."""
    assert grad_modes.no_grad(code_of(imports + "\n")) == spelled


def test_a_block_is_taken_off() -> None:
    """What stands in it moves back by its indentation."""
    code = code_of("with f():\n    a = 1  # one\n\n    if a:\n        b = 2\nc = 3\n")
    assert changed(code, edits.unwrapped(code, code.tree.body[0])) == "a = 1  # one\n\nif a:\n    b = 2\nc = 3\n"  # type: ignore[arg-type]
    code = code_of("with f(): a = 1\n")
    assert changed(code, edits.unwrapped(code, code.tree.body[0])) == "a = 1\n"  # type: ignore[arg-type]


def test_a_dropped_copy_is_bound_unless_that_makes_another_variable() -> None:
    """In a function a bound name is the function's own: the outer one would be hidden."""
    code = code_of("h.detach()\ndef f():\n    h.detach()\ndef g(h):\n    h.detach(); h.x.cpu()\n")
    line = [node for node in ast.walk(code.tree) if isinstance(node, ast.Expr)]
    texts = [changed(code, detached_values.assign_to(code, each, detached_values.receiver_of(each.value) or each.value)) for each in line]
    assert texts == [
        code.text.replace("h.detach()\ndef f", "h = h.detach()\ndef f"),
        None,
        code.text.replace("    h.detach();", "    h = h.detach();"),
        code.text.replace("h.x.cpu()", "h.x = h.x.cpu()"),
    ]


def test_a_loop_that_binds_its_variable_becomes_a_list() -> None:
    """Only where it does nothing else. Its comments stay."""
    loop = "for s in states:\n    s = s.detach()\n"
    code = code_of(f"{loop.replace(':', ':  # all')}{loop}for s in states: s = s.detach()  # end\n")
    loops = [node for node in code.tree.body if isinstance(node, ast.For)]
    texts = [changed(code, detached_values.rebuild_list(code, each.body[0])) for each in loops]  # type: ignore[arg-type]
    assert texts[0] == code.text.replace(loop.replace(":", ":  # all"), "# all\nstates = [s.detach() for s in states]\n")
    assert texts[1] == code.text.replace(loop, "states = [s.detach() for s in states]\n")
    assert str(texts[2]).endswith("\nstates = [s.detach() for s in states]  # end\n")


@pytest.mark.parametrize(
    ("before", "spelled", "after"),
    [
        ("t = torch.tensor(x.item())", "torch.tensor(x.item())", "t = x"),
        ("x = torch.as_tensor(x.tolist())  # a\ny", "torch.as_tensor(x.tolist())", "y"),
        ("t = 2 * float(a + b)", "float(a + b)", "t = 2 * (a + b)"),
        ("t = Variable(x.data)", "Variable(x.data)", "t = x"),
        ("t = torch.tensor([a.item(), b])", "torch.tensor([a.item(), b])", "t = torch.stack([a, b])"),
        ("torch.tensor([p.sum().item() for p in l])", "torch.tensor([p.sum().item() for p in l])", "torch.stack([p.sum() for p in l])"),
        ("l = []\nl.append(x)\nt = torch.tensor(l)", "torch.tensor(l)", None),
        ("t = x + 1", "x + 1", None),
    ],
)
def test_the_tensor_itself_takes_the_place_of_its_number(before: str, spelled: str, after: str | None) -> None:
    """A list of tensors is stacked; what is no tensor seen from here stays."""
    code = code_of(f"import torch\n{before}\n")
    found = changed(code, rewrapped_tensors.as_tensor(code, expression(code, spelled)))
    assert found == (None if after is None else f"import torch\n{after}\n")


def test_numbers_that_are_appended_are_kept_as_tensors_when_they_are_stacked() -> None:
    """Both places belong to one mistake."""
    code = code_of("import torch\nl = []\nl.append(x.item())\nt = torch.tensor(l).mean()\n")
    found = [changed(code, each) for each in rewrapped_tensors.stack_of(code, call(code, "torch.tensor(l)"))]
    assert found == ["import torch\nl = []\nl.append(x)\nt = torch.stack(l).mean()\n"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("w = w - lr * w.grad  # up", "with torch.no_grad():\n    w -= lr * w.grad  # up\nw.grad = None"),
        ("w = w + (a *\n     w.grad)", "with torch.no_grad():\n    w += (a *\n         w.grad)\nw.grad = None"),
        ("w = 0.9 * w - w.grad", "with torch.no_grad():\n    w.copy_(0.9 * w - w.grad)\nw.grad = None"),
        ("w = w - w.grad; print(w)", "with torch.no_grad():\n    w -= w.grad; w.grad = None\nprint(w)"),
        ("w = (w - w.grad)", None),
    ],
)
def test_an_update_that_binds_is_written_in_place(before: str, after: str | None) -> None:
    """Under no_grad, and with the gradient reset behind it."""
    code = code_of(f"import torch\n{before}\n")
    found = changed(code, *parameter_updates.updated(code, [statement(code, 2)], reset=True))
    assert found == (None if after is None else f"import torch\n{after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("w.data -= w.grad.data", "with torch.no_grad():\n    w -= w.grad"),
        ("w.data = w.data * 2", "with torch.no_grad():\n    w.copy_(w * 2)"),
        ("w.data[0] = b.data", "with torch.no_grad():\n    w[0] = b.data"),
        ("w.data.mul_(2)  # twice", "with torch.no_grad():\n    w.mul_(2)  # twice"),
        ("a; w.data.mul_(2)", "a\nwith torch.no_grad():\n    w.mul_(2)"),
    ],
)
def test_a_change_through_data_is_one_of_the_tensor(before: str, after: str | None) -> None:
    """What else has an attribute data stays."""
    code = code_of(f"import torch\n{before}\n")
    place = code.tree.body[-1]
    attribute = parameter_updates.changed_data(place)
    assert attribute is not None
    assert changed(code, *parameter_updates.through_data(code, place, attribute)) == (None if after is None else f"import torch\n{after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("torch.rand(3, requires_grad=True).view(1, 3)", "torch.rand(3).view(1, 3).requires_grad_()"),
        ("2 * torch.rand(3, requires_grad=True)", "(2 * torch.rand(3)).requires_grad_()"),
        ("x.clone().requires_grad_().clamp(0, 1)", "x.clone().clamp(0, 1).requires_grad_()"),
        ("torch.rand(3, requires_grad=True)", None),
        ("x.clamp(0, 1)", None),
    ],
)
def test_the_gradient_is_asked_for_last(before: str, after: str | None) -> None:
    """Only where it is asked for inside of the same expression, and something follows."""
    code = code_of(f"w = {before}\n")
    assert changed(code, gradients.require_grad_last(code, expression(code, before))) == (None if after is None else f"w = {after}\n")


def test_the_gradient_is_retained_where_the_tensor_is_made_or_before_the_backward() -> None:
    """The second where the place that makes it calls it otherwise."""
    code = code_of("h = f(x)\ng(h).backward()\nprint(h.grad)\n")
    read = expression(code, "h.grad")
    assert isinstance(read, ast.Attribute)
    assert changed(code, gradients.retain_grad(code, expression(code, "f(x)"), read)) == code.text.replace(
        "f(x)\n", "f(x)\nh.retain_grad()\n"
    )
    inner = gradients.retain_grad(code, expression(code, "g(h)"), read)
    assert changed(code, inner) == code.text.replace("g(h)", "h.retain_grad()\ng(h)")


def test_a_reset_comes_before_the_first_backward_that_a_step_uses() -> None:
    """Before the second it would throw the first one's gradient away."""
    code = code_of("for x in y:\n    d.backward()\n    o.step()\n    a.backward()\n    b.backward()\n    o.step()\n")
    ways = dict(training_step.reset_gradients(code, statement(code, 5), statement(code, 6)))
    texts = {message: changed(code, *each) for message, each in ways.items()}
    assert texts == {
        "Insert `o.zero_grad()` before `backward()`": code.text.replace("    a.b", "    o.zero_grad()\n    a.b"),
        "Insert `o.zero_grad()` after `step()`": code.text + "    o.zero_grad()\n",
    }


def test_a_reset_that_runs_too_seldom_is_moved() -> None:
    """It is there already, in the wrong place."""
    code = code_of("for e in r:\n    o.zero_grad()  # new\n    for x in y:\n        f(x).backward()\n        o.step()\n")
    message, groups = next(training_step.reset_gradients(code, statement(code, 4), statement(code, 5)))
    assert message == "Move `zero_grad()` before `backward()`"
    expected = "for e in r:\n    for x in y:\n        o.zero_grad()  # new\n        f(x).backward()\n        o.step()\n"
    assert changed(code, *groups) == expected


@pytest.mark.parametrize("how", ["w.grad = None", "w.grad.zero_()"])
def test_a_gradient_is_reset_as_the_file_does_it(how: str) -> None:
    """Which of the two ways is a matter of the program's taste."""
    code = code_of(f"{how}\nw.data -= w.grad\n")
    assert changed(code, parameter_updates.reset_after(code, statement(code, 2))) == f"{code.text}{how}\n"


def test_clips_move_together_and_in_their_order() -> None:
    """Gradients are unscaled before they are clipped."""
    code = code_of("scaler.unscale_(o)\nclip_grad_norm_(p, 1)\nscaler.scale(l).backward()\nscaler.step(o)\nscaler.update()\n")
    found = [(message, changed(code, each)) for message, each in training_step.move_clip(code, statement(code, 2))]
    lines = code.text.splitlines(keepends=True)
    assert found == [("Move the clipping after `backward()`", "".join([lines[2], *lines[:2], *lines[3:]]))]


def test_a_scalers_step_takes_its_update_along() -> None:
    """update belongs behind the step that it judges."""
    code = code_of("scaler.step(o)\nscaler.update()\no.step()\nother.update()\n")
    assert [len(training_step.with_update(code, statement(code, line))) for line in (1, 3)] == [2, 1]


def test_parameters_are_spelled_as_they_can_be_where_they_are_wanted() -> None:
    """A local name of another function means nothing here; an attribute of self does in the same class."""
    first = "class A:\n    def __init__(self, m):\n        self.o = SGD(self.m.parameters())\n        m.parameters()\n"
    code = code_of(f"{first}    def f(self):\n        clip(loss)\n")
    assert optimized_parameters.parameters_in_scope(code, call(code, "clip(loss)")) == ["self.m.parameters()"]


def test_the_loss_that_was_left_out_is_added() -> None:
    """With parentheses where there are none."""
    code = code_of("p = f(a).mean()\nv = g(a)\nv.backward()\no.step()\n")
    made = expression(code, "f(a).mean()")
    site = Site("program.py", made.lineno, made.col_offset, made.end_lineno or 0, made.end_col_offset or 0)
    assert changed(code, optimized_parameters.add_loss(code, site, statement(code, 4))) == code.text.replace("v.b", "(v + p).b")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Variable(x)", "x"),
        ("Variable(a + b)", "a + b"),
        ("Variable(a + b, requires_grad=True)", "(a + b).requires_grad_()"),
        ("Variable(data=x, requires_grad=flag)", "x.requires_grad_(flag)"),
        ("Variable(x, requires_grad=False)", "x"),
        ("Variable(x, volatile=True)", None),
        ("Variable(*x)", None),
        ("Variable(x, **options)", None),
    ],
)
def test_the_tensor_alone_takes_the_place_of_the_variable(before: str, after: str | None) -> None:
    """Only what is known of its arguments is taken over."""
    code = code_of(f"t = {before}\n")
    assert changed(code, rewrapped_tensors.unwrap_variable(code, call(code, before))) == (None if after is None else f"t = {after}\n")


def test_what_a_constructor_makes_on_the_spot_has_no_other_name() -> None:
    """A tensor over the memory of something else is none of these."""
    code = code_of("import torch\ntorch.zeros(2).long()\ntorch.from_numpy(a)\nx.long()\ntorch.zeros(2, requires_grad=True)\n")
    lines = [each.value for each in code.tree.body if isinstance(each, ast.Expr)]
    assert [rewrapped_tensors.creates_tensor(code, each) for each in lines] == [True, False, False, False]


@pytest.mark.parametrize(
    ("before", "after"),
    [("x.data[0]", "x.item()"), ("(a + b).data[0]", "(a + b).item()"), ("(x.data)[0]", None), ("x[0]", "x.item()"), ("x.data[1]", None)],
)
def test_a_number_is_read_by_item(before: str, after: str | None) -> None:
    """The parentheses of what is read stay."""
    code = code_of(f"print({before})\n")
    index = expression(code, before)
    assert isinstance(index, ast.Subscript)
    found = changed(code, edits.item_read(code, index))
    assert found == (None if after is None else f"print({after})\n")


def test_a_key_is_renamed_where_it_is_the_only_one() -> None:
    """Of two nobody knows which is meant."""
    cases = {'{"old": 1}\n': '{"new": 1}\n', "dict(old=1)\n": "dict(new=1)\n", '{"old": 1, **{"old": 2}}\n': None}
    for text, after in cases.items():
        code = code_of(text)
        assert changed(code, edits.key_renamed(code, "old", "new")) == after
