"""The names that are live: after an instruction, and in the next iteration of a loop."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator

import pytest

from graphlint.ir import liveness
from graphlint.ir.instructions import Block, Branch, FunctionCode, Instruction, Loop, Try, With
from graphlint.ir.liveness import Liveness
from graphlint.ir.statements import lower_module

NAMES = ("a", "b", "c", "d")


def analyzed(text: str) -> tuple[FunctionCode, Liveness]:
    code = lower_module(ast.parse(textwrap.dedent(text)), "program.py")
    code.body()
    return code, liveness.analyze(code)


def instructions(block: Block) -> Iterator[Instruction]:
    """The instructions of a block with those of its inner blocks, in source order."""
    for item in block:
        yield item
        blocks: tuple[Block, ...] = ()
        if isinstance(item, Branch):
            blocks = (item.then, item.otherwise)
        elif isinstance(item, Loop):
            blocks = (item.test, item.body, item.otherwise)
        elif isinstance(item, With):
            blocks = (item.body,)
        elif isinstance(item, Try):
            blocks = (item.body, *(handler.body for handler in item.handlers), item.otherwise, item.final)
        for inner in blocks:
            yield from instructions(inner)


def live(names: frozenset[str] | None) -> str:
    return "".join(name for name in NAMES if names is None or name in names)


def live_after(text: str, kind: type[Instruction], place: int = 0) -> str:
    """The live ones of `NAMES` after an instruction of a kind."""
    code, found = analyzed(text)
    instruction = [item for item in instructions(code.body()) if isinstance(item, kind)][place]
    return live(found.live_after(instruction))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if x:\n    a = 1\nprint(b)\na = 2\nprint(a)", "b"),
        ("if x:\n    a = 1\nif y:\n    a = 2\nprint(a)", "a"),
        ("for i in x:\n    if i:\n        a = 1\n    a = 2\n    b = a", ""),
        ("for i in x:\n    if i:\n        a = 1\n    print(b)\n    b = 1", "b"),
        ("for i in x:\n    if i:\n        a = 1\n        continue\n    print(b)\n    b = a", "ab"),
        ("for i in x:\n    if i:\n        break\n    b = 1\nprint(a, b)", "a"),
        ("for i in x:\n    if i:\n        a = 1\n    if j:\n        break\n    b = 1\nprint(a, b)", "ab"),
        ("while x:\n    if y:\n        a = 1\n    x = b\nprint(a)", "ab"),
        ("try:\n    if x:\n        a = 1\n    a = f()\nexcept E:\n    print(a)", "a"),
        ("try:\n    if x:\n        a = 1\n    a = f()\nfinally:\n    print(b)", "b"),
        ("with m:\n    if x:\n        a = 1\n    a = f()\nprint(a)", "a"),
        ("if x:\n    a = 1\ndef f():\n    return a", "a"),
        ("if x:\n    a = 1\nf = lambda: a", "a"),
        ("if x:\n    a = 1\nf = lambda a: a", ""),
        ("if x:\n    a = 1\ndef f(b=a):\n    return b", "a"),
        ("if x:\n    a = 1\nprint(locals())", "abcd"),
        ("if x:\n    a = 1\nprint(vars())", "abcd"),
        ("if x:\n    a = 1\nprint(vars(b))", "b"),
        ("if x:\n    a = 1\nprint(vars(b), vars)", "abcd"),
        ("if x:\n    a = 1\ndel a\nprint(b)", "b"),
        ("if x:\n    a = 1\na += 1", "a"),
        ("if x:\n    a = 1\nimport a\nprint(a)", ""),
        ("if x:\n    a = 1\nb = [a for a in c]", "c"),
    ],
)
def test_live_names_after_a_branch(text: str, expected: str) -> None:
    assert live_after(text, Branch) == expected


def test_a_global_name_is_live() -> None:
    code, _ = analyzed("def f():\n    global a\n    if x:\n        a = 1\n        b = 2")
    (function,) = code.children
    function.body()
    found = liveness.analyze(function)
    branch = next(item for item in function.body() if isinstance(item, Branch))
    assert live(found.live_after(branch)) == "a"


def test_a_name_read_after_a_loop_is_not_read_by_its_next_iteration() -> None:
    code, found = analyzed("for i in x:\n    a = f(b)\n    c = a\nprint(c)")
    loop = next(item for item in code.body() if isinstance(item, Loop))
    assert live(found.live_in_next_iteration(loop)) == "b"
    assert live(found.live_after_iteration(loop)) == "bc"


def test_every_name_of_a_class_body_is_live() -> None:
    code, _ = analyzed("class A:\n    if x:\n        a = 1")
    (body,) = code.children
    body.body()
    found = liveness.analyze(body)
    branch = next(item for item in body.body() if isinstance(item, Branch))
    assert live(found.live_after(branch)) == "abcd"
