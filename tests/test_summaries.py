"""The cache of file summaries, and the memory that summarizing takes."""

from __future__ import annotations

import ast
import gc
import weakref

import pytest

from graphlint.project.file_summary import EMPTY, Effect, FileSummary
from graphlint.project.summaries import Summaries
from graphlint.project.summarize import summarize

TEXT = "import torch\n\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return x\n"


def test_tree_is_freed_without_a_garbage_collection() -> None:
    tree = ast.parse(TEXT)
    definition = weakref.ref(tree.body[1])
    gc.disable()
    try:
        summary = summarize(tree)
        del tree
        assert definition() is None
    finally:
        gc.enable()
    assert "Net" in summary.classes


def test_text_is_summarized_once() -> None:
    computed: list[FileSummary] = []

    def compute() -> FileSummary:
        computed.append(summarize(ast.parse(TEXT)))
        return computed[-1]

    summaries = Summaries()
    assert summaries.get(TEXT, compute) is summaries.get(TEXT, compute)
    assert len(computed) == 1


def test_oldest_summaries_are_dropped() -> None:
    summaries, computed = Summaries(max_bytes=5), list[str]()

    def get(text: str) -> None:
        summaries.get(text, lambda: computed.append(text) or EMPTY)  # type: ignore[func-returns-value]

    for text in ("ab", "cd", "ab", "ef", "ab", "cd"):
        get(text)
    assert computed == ["ab", "cd", "ef", "cd"]


@pytest.mark.parametrize(
    ("body", "has_effect"),
    [
        ("return Block(inference_mode=inference_mode)", False),
        ("return self.inference_mode", False),
        ("return self.with_switch(torch.inference_mode)", True),
        ("with inference_mode:\n            return self.f()", True),
        ("with self.inference_mode:\n            return self.f()", True),
        ("with self.inference_mode():\n            return self.f()", True),
    ],
)
def test_setting_named_like_a_switch_is_not_one(body: str, has_effect: bool) -> None:
    text = f"import torch\n\n\nclass Net:\n    def build(self, inference_mode):\n        {body}\n"
    function = summarize(ast.parse(text)).functions[0]
    assert (Effect.GRAD_MODE in function.effects) is has_effect


@pytest.mark.parametrize(
    ("function", "has_effect"),
    [
        ("def f(net, x):\n    with torch.no_grad():\n        return net(x)\n", False),
        ("@torch.no_grad()\ndef f(net, x):\n    return net(x)\n", False),
        ("def f(net, x):\n    torch.set_grad_enabled(False)\n    return net(x)\n", True),
        ("def f(net, x):\n    mode = torch.no_grad()\n    mode.__enter__()\n    return net(x)\n", True),
        ("def f(net, x):\n    with torch.no_grad():\n        torch.set_grad_enabled(False)\n        return net(x)\n", True),
    ],
)
def test_grad_mode_that_may_outlive_a_call(function: str, has_effect: bool) -> None:
    effects = summarize(ast.parse(function)).functions[0].effects
    assert Effect.GRAD_MODE in effects
    assert (Effect.GRAD_MODE_LEFT in effects) is has_effect


@pytest.mark.parametrize(
    ("head", "decorator", "has_effect"),
    [
        ("class Trainer:", "", False),
        ("class Trainer(Base):", "", False),
        ("class Square(Base):", "@staticmethod", True),
        ("class Square(torch.autograd.Function):", "", True),
    ],
)
def test_backward_of_a_trainer_makes_no_custom_function(head: str, decorator: str, has_effect: bool) -> None:
    text = f"{head}\n    def save(self, x):\n        return x\n\n    {decorator}\n    def backward(ctx, loss):\n        return loss\n"
    functions = summarize(ast.parse(text)).functions
    assert all((Effect.CUSTOM_FUNCTION in item.effects) is has_effect for item in functions)


@pytest.mark.parametrize(
    ("statement", "has_effect"),
    [
        ("torch.no_grad()", True),
        ("net(x).detach()", True),
        ("Variable(x)", True),
        ("y = x.detach()", False),
        ("with torch.no_grad():\n        net(x)", False),
    ],
)
def test_statement_that_is_a_mistake_by_itself(statement: str, has_effect: bool) -> None:
    function = summarize(ast.parse(f"def f(net, x):\n    {statement}\n")).functions[0]
    assert (Effect.MISUSES in function.effects) is has_effect


@pytest.mark.parametrize(
    ("code", "unbound"),
    [
        ("def f():\n    return xrange(missing)\n", {"xrange", "missing"}),
        ("def f(a, *b, c=1, **d):\n    return a, b, c, d, print, ExceptionGroup if False else None\n", set()),
        ("match f():\n    case [a, *b]:\n        a, b\n    case {'x': c, **d}:\n        c, d\n    case None as e:\n        e\n", {"f"}),
        ("import a.b, c as d\nfrom e import f as g\na, d, g, f\n", {"f"}),
        ("try:\n    a\nexcept E as error:\n    error\n", {"a", "E"}),
        ("def f():\n    global a\n    a = 1\ndef g():\n    return a, [b for b in a if (c := b)], c, lambda d: d\n", set()),
        ("from a import *\nb\n", set()),
        ("exec('b = 1')\nb\n", set()),
    ],
)
def test_names_that_nothing_binds(code: str, unbound: set[str]) -> None:
    """Reading such a name raises a NameError, unless code may bind names that it does not spell."""
    assert summarize(ast.parse(code)).unbound == unbound
