"""Uses of names before they are bound: found by the dataflow, and refused by the proof of a fix."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest

from graphlint.fixes.prove import ProofAnalysis, Prover
from graphlint.fixes.queries.definite_assignment import Risk, names_are_equal, unbound_uses
from graphlint.source.notebooks.notebook import Notebook
from graphlint.source.source import Source
from graphlint.source.text_edits import Edit

SURE, MAYBE, SOME = Risk.CERTAIN, Risk.CONDITIONAL, Risk.SOME_PATHS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("print(x)\nx = 1", [("", "x", SURE)]),
        ("x = 1\nprint(x)", []),
        ("def f():\n    print(x)\n    x = 1", [("f", "x", SURE)]),
        ("x = 1\ndef f():\n    print(x)\n    x = 1", [("f", "x", SURE)]),
        ("x = 1\ndef f():\n    global x\n    print(x)\n    x = 2\nf()", []),
        ("def f():\n    global x\n    x = 2\nf()\nprint(x)", []),
        ("def f():\n    x = 1\n    def g():\n        nonlocal x\n        x += 1\n    g()\n    return x", []),
        ("def f():\n    def g():\n        return x\n    g()\n    x = 1", [("f", "x", MAYBE)]),
        ("def f():\n    return x\nx = 1\nf()", []),
        ("def f():\n    return x\nf()\nx = 1", [("", "x", MAYBE)]),
        ("def f():\n    return g()\ndef g():\n    return x\nf()\nx = 1", [("", "x", MAYBE)]),
        ("class C:\n    def m(self):\n        return x\nc = C()\nc.m()\nx = 1", [("", "x", MAYBE)]),
        ("class C:\n    def forward(self):\n        return x\nc = C()\nc()\nx = 1", [("", "x", MAYBE)]),
        ("class C:\n    a = b\n    b = 1", [("", "b", SURE)]),
        ("b = 1\nclass C:\n    a = b\n    b = 1", []),
        ("class C:\n    def __init__(self):\n        print(self.x)\n        self.x = 1", [("C.__init__", "self.x", SURE)]),
        ("class C:\n    def m(self):\n        print(self.x)\n        self.x = 1", []),
        ("import sys\nif sys.argv:\n    x = 1\nprint(x)", [("", "x", SOME)]),
        ("import sys\nif sys.argv:\n    print(x)\nx = 1", [("", "x", MAYBE)]),
        ("import sys\nif sys.argv:\n    x = 1\nelse:\n    x = 2\nprint(x)", []),
        ("for i in range(3):\n    x = i\nprint(x)", []),
        ("for i in range(3):\n    print(x)\n    x = i", [("", "x", SURE)]),
        ("x = 0\nfor i in range(3):\n    print(x)\n    del x", [("", "x", SOME), ("", "x", SOME)]),
        ("while True:\n    x = 1\n    break\nprint(x)", []),
        ("for i in range(3):\n    if i:\n        x = 1\n        break\nelse:\n    x = 0\nprint(x)", []),
        ("x = 1\ndel x\nprint(x)", [("", "x", SURE)]),
        ("try:\n    import a\nexcept ImportError:\n    a = None\nprint(a)", []),
        ("try:\n    a = open('x')\nexcept OSError as e:\n    print(a, e)", [("", "a", SOME)]),
        ("try:\n    a = 1\nfinally:\n    b = 2\nprint(a, b)", []),
        ("def f():\n    import torch\n    return torch\ndef g():\n    return torch", [("g", "torch", MAYBE)]),
        ("from math import *\nprint(sqrt(2))", []),
        ("print([i for i in range(3)], i)", [("", "i", SURE)]),
        ("print([x for i in range(3)])\nx = 1", [("", "x", SURE)]),
        ("if (n := 3) > 2:\n    print(n)", []),
        ("with open('x') as f, f as g:\n    print(g)", []),
        ("match 3:\n    case [a, *b]:\n        print(a, b)\n    case {'k': c, **d}:\n        print(c, d)\n    case e:\n        e()", []),
        ("import math\nk = sorted([1], key=lambda v: x)\nx = 1", [("", "x", MAYBE)]),
        ("k = lambda v: x\nx = 1", []),
        ("print(__name__, len([]))", []),
    ],
)  # fmt: skip
def test_uses_before_the_binding(text: str, expected: list[tuple[str, str, Risk]]) -> None:
    """As Python executes it; in a function, a name that no statement binds anywhere counts as conditional."""
    assert [(use.scope, use.name, use.risk) for use in unbound_uses(ast.parse(text))] == expected


def proof_of(source: Source, edits: list[Edit]) -> bool:
    """Whether edits hold, where the analysis itself has nothing against them."""
    return Prover(source, (), {}, lambda _: ProofAnalysis()).holds(edits, ())


@pytest.mark.parametrize(
    "text",
    [
        "opt = 1\nsched = opt\nmodel = 2\n",
        "def f():\n    opt = 1\n    print(opt)\n    model = 2\n",
        "class C:\n    def __init__(self):\n        self.opt = 1\n        print(self.opt)\n        self.model = 2\n",
        "class C:\n    opt = 1\n    sched = opt\n    model = 2\n",
        "def f():\n    return opt\nopt = 1\nf()\nmodel = 2\n",
        "for i in range(3):\n    opt = i\n    if i:\n        print(opt)\n    model = 2\n",
    ],
)
def test_a_binding_is_not_moved_below_its_use(text: str) -> None:
    """The statement that binds `opt` moves to the end of its block; in the other order the proof has nothing against it."""
    lines = text.splitlines(keepends=True)
    line = next(each for each in lines if each.strip().startswith(("opt =", "self.opt =")))
    start = text.index(line)
    down = [Edit(start, start + len(line), ""), Edit(len(text), len(text), line)]
    assert not proof_of(Source("program.py", text), down)
    assert proof_of(Source("program.py", text), [Edit(start, start, line)])


def test_what_may_be_unbound_already_may_stay_so() -> None:
    """A name that is bound under a condition as it is does not keep a fix from being made elsewhere."""
    text = "import sys\nif sys.argv:\n    x = 1\nprint(x)\nprint(x)\n"
    place = text.index("x)\n")
    assert proof_of(Source("program.py", text), [Edit(place + 1, place + 1, ".real")])


def test_a_name_that_is_bound_nowhere_is_refused() -> None:
    """Such as a module that a strategy takes to be imported."""
    text = "x = 1\n"
    assert not proof_of(Source("program.py", text), [Edit(4, 5, "torch.ones(1)")])
    assert proof_of(Source("program.py", "import torch\n" + text), [Edit(17, 18, "torch.ones(1)")])


def test_cells_of_a_notebook_are_one_program() -> None:
    """A function of the first cell reads what the second one binds, and calls."""
    texts = ("def f():\n    return opt", "opt = 1\nprint(f())\nmodel = 2")
    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": text} for text in texts
    ]
    data = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    notebook = Notebook.from_bytes("book.ipynb", data.encode())
    start, end = notebook.text.index("opt = 1"), notebook.text.index("model = 2")
    down = [Edit(start, start + len("opt = 1\n"), ""), Edit(end, end, "opt = 1\n")]
    assert not proof_of(notebook, down)
    assert proof_of(notebook, [Edit(end, end, "other = opt\n")])


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("x = f(1).detach()", True),
        ("x = (f(1)).cpu().detach()", True),
        ("x = f(1, retain_graph=True)", True),
        ("x = f.apply(1)", True),
        ("", False),
        ("x = f(1).add(y)", False),
        ("x = f(1, retain_graph=y)", False),
        ("with f(1): x = 1", False),
        ("for x in f(1): pass", False),
        ("if f(1): x = 1", False),
        ("y = f(1)", False),
    ],
)
def test_edits_without_names_need_no_analysis(after: str, expected: bool) -> None:
    """A method without arguments, an argument that is a constant, and parentheses bind and read nothing."""
    assert names_are_equal(ast.parse("x = f(1)").body, ast.parse(after).body) is expected
