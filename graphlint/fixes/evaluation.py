"""Evaluation put under no_grad: its function, the outermost loop that does not train, the statement, or one phase of several."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.reading import EVALUATING, words
from graphlint.fixes.code import FUNCTIONS, Code, Function
from graphlint.fixes.grad_modes import callee, function_under_no_grad, returns_numbers, trains, under_no_grad
from graphlint.fixes.model import Applicability, Fix


def evaluation_without_grad(code: Code, call: ast.Call) -> Iterator[Fix | None]:
    """Ways to put a module's call in evaluation under no_grad, with what belongs to it.

    Args:
        code: the file.
        call: the module's call.
    """
    applicability = Applicability.SAFE if returns_numbers(code, call) else Applicability.UNSAFE
    function = code.function_of(call)
    if function is not None and _is_evaluation(function):
        yield Fix.of(f"Decorate `{function.name}` with no_grad"[:80], applicability, function_under_no_grad(code, function))
    message = f"Put the evaluation of {callee(code, call)} under no_grad"
    for loop in reversed(code.loops_of(call)):
        if not trains(loop):
            yield Fix.of(message, applicability, under_no_grad(code, loop))
    yield Fix.of(message, applicability, under_no_grad(code, code.statement_of(call)))


def by_phase(code: Code, call: ast.Call) -> Fix | None:
    """A call that trains in one phase and evaluates in the other, with grad mode on in the first alone: by the condition under which
    the backward stands.

    Args:
        code: the file.
        call: the module's call.
    """
    statement = code.statement_of(call)
    for loop in code.loops_of(call):
        for node in ast.walk(loop):
            if not isinstance(node, ast.If) or not isinstance(node.test, ast.Compare) or node.lineno < statement.lineno:
                continue
            if any(trains(each) for each in node.body) and code.torch is not None and "\n" not in code.spelled(node.test):
                mode = f"{code.torch}.set_grad_enabled({code.spelled(node.test)})"
                message = "Switch grad mode on for the training phase only"
                return Fix.of(message, Applicability.SAFE, under_no_grad(code, statement, mode))
    return None


def _is_evaluation(function: Function) -> bool:
    """Whether all of a function is evaluation: its name says so, or it calls eval(), and nothing in it trains."""
    nested = any(isinstance(each, FUNCTIONS) for each in ast.walk(function) if each is not function)
    if trains(function) or nested or function.name == "forward":
        return False
    named = any(word in EVALUATING for word in words(function.name))
    return named or any(
        isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr == "eval" for each in ast.walk(function)
    )
