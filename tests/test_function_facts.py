"""Facts that the text of a function states, and that the engine reads instead of the syntax tree."""

from __future__ import annotations

import ast
from functools import cached_property
from textwrap import dedent, indent

import pytest

from graphlint.autograd.sites import Site
from graphlint.ir.facts.function_facts import BodyKind, DefinitionKind, FunctionFacts, Mention
from graphlint.ir.facts.later_backward import Proof
from graphlint.ir.facts.used_attributes import CALL, SCALED


def facts(text: str) -> FunctionFacts:
    """Return the facts of the only definition of a text."""
    (definition,) = ast.parse(dedent(text)).body
    return FunctionFacts(definition.value if isinstance(definition, ast.Expr) else definition, "a.py")


def in_body(body: str, parameters: str = "self, x") -> FunctionFacts:
    return facts(f"def f({parameters}):\n" + indent(dedent(body), "    "))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("def f(): pass", DefinitionKind.FUNCTION),
        ("async def f(): pass", DefinitionKind.ASYNC_FUNCTION),
        ("lambda: 1", DefinitionKind.LAMBDA),
        ("class A: pass", DefinitionKind.CLASS),
    ],
)
def test_a_definition_has_a_kind(text: str, kind: DefinitionKind) -> None:
    assert facts(text).kind is kind
    assert kind.is_function is text.startswith(("def", "async"))


@pytest.mark.parametrize("text", ["", "def f(): pass", "async def f(): pass", "lambda a: a * 2", "class A: pass"])
def test_every_definition_has_every_fact(text: str) -> None:
    """The body of a lambda is an expression, a module has no arguments: the engine asks whatever it has before it."""
    found = facts(text) if text else FunctionFacts(ast.parse(text), "a.py")
    for name, fact in vars(FunctionFacts).items():
        if isinstance(fact, cached_property):
            getattr(found, name)


@pytest.mark.parametrize(
    ("body", "generates"),
    [
        ("yield x", True),
        ("yield from x", True),
        ("for item in x:\n    print((yield item))", True),
        ("return x", False),
        ("def g():\n    yield 1\nreturn g", False),
        ("return lambda: (yield)", False),
        ("return [item for item in x]", False),
    ],
)
def test_a_function_is_a_generator_if_its_own_code_yields(body: str, generates: bool) -> None:
    assert in_body(body).is_generator is generates


def test_a_lambda_may_be_a_generator() -> None:
    assert facts("lambda: (yield)").is_generator
    assert not facts("lambda: 1").is_generator


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("pass", BodyKind.NOTHING),
        ("'''Text.'''\n...", BodyKind.NOTHING),
        ("'''Text.'''\nraise NotImplementedError", BodyKind.NOT_IMPLEMENTED),
        ("raise NotImplementedError('f')", BodyKind.NOT_IMPLEMENTED),
        ("raise ValueError", BodyKind.CODE),
        ("raise", BodyKind.CODE),
        ("print(x)\nraise NotImplementedError", BodyKind.CODE),
        ("return x", BodyKind.CODE),
    ],
)
def test_a_body_does_nothing_or_is_not_implemented(body: str, kind: BodyKind) -> None:
    assert in_body(body).body is kind


@pytest.mark.parametrize(
    ("body", "checks"),
    [
        ("return x", False),
        ("raise ValueError", False),
        ("if x:\n    raise ValueError", False),
        ("if not self.ready or x is None:\n    raise ValueError", False),
        ("if x:\n    exit()", False),
        ("if len(x):\n    raise ValueError", True),
        ("assert x > 1", True),
        ("for item in x:\n    print(item)\nif x:\n    raise ValueError", True),
        ("if x:\n    return 1\nraise ValueError", False),
        ("def g():\n    raise ValueError\nreturn g", False),
    ],
)
def test_checks_depend_on_flags_or_on_data(body: str, checks: bool) -> None:
    assert in_body(body).checks_data is checks


def test_mentions_and_reads_of_names() -> None:
    found = in_body("y = x.loss\nreturn self.net.loss + y + y")
    assert set(found.mentions) >= {Mention(2, "y"), Mention(2, "x"), Mention(2, "x", "loss"), Mention(3, "self", "net")}
    assert (found.reads["y"], found.reads["x"], found.reads.get("z", 0)) == (2, 1, 0)


def test_parameters_that_are_true_by_default() -> None:
    assert facts("def f(a, b=True, *, c=True, d, e=1): pass").true_by_default == {"b", "c"}
    assert facts("lambda a=True: a").true_by_default == {"a"}


def test_attributes_used_of_names() -> None:
    found = in_body(
        "self.net.train()\nx(1)\nscaler.scale(x).backward()\nscaler.step(self.optimizers['a'])\nself.optimizers['a'].zero_grad()"
    )
    assert found.uses["self.net"] == {"train"}
    assert found.uses["x"] == {CALL}
    assert found.uses["self.optimizers.['a']"] == {SCALED, "zero_grad"}
    assert set(found.stepped.values()) == {"scaler", "self.optimizers.['a']"}
    assert Site("a.py", 6, 4, 6, 36) in found.stepped


@pytest.mark.parametrize(
    ("body", "proofs"),
    [
        ("loss = f(x)\nloss.backward()", {("loss", 2): Proof()}),
        ("losses = f(x)\nlosses['a'].backward()", {("losses", 2): Proof("a")}),
        ("loss = f(x)\nloss = g(x)\nloss.backward()", {("loss", 3): Proof()}),
        ("total = f(x)\nloss = total / 2\nloss.backward()", {("total", 2): Proof(), ("loss", 3): Proof()}),
        ("loss = f(x)\nif x:\n    loss.backward()", {}),
        ("loss = f(x)\nscaler.scale(loss).backward()", {("loss", 2): Proof()}),
        ("losses = f(x)\nlosses.clear()\nlosses['a'].backward()", {}),
    ],
)
def test_a_name_that_is_backpropagated_later_is_a_tensor(body: str, proofs: dict[tuple[str, int], Proof]) -> None:
    assert in_body(body).later_backward == proofs


@pytest.mark.parametrize(
    ("body", "counts"),
    [
        ("return grad", [(1, 1)]),
        ("return grad, None", [(2, 1)]),
        ("if grad:\n    return grad\nreturn grad * 2, grad", [(1, 1), (2, 2)]),
        ("grads = [None] * 3\ngrads[1] = grad * 2\nreturn tuple(grads)", [(3, 2)]),
        ("return f(grad)", [None]),
        ("yield grad", []),
    ],
)
def test_numbers_of_returned_gradients(body: str, counts: list[tuple[int, int] | None]) -> None:
    found = in_body(body, "ctx, grad").returned_gradients
    assert [None if item is None else (item.number, item.fewest) for item in found] == counts
