"""Evaluation put under no_grad: its function, the outermost loop that does not train, the statement, or one phase of several."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.queries import EVALUATING, TRAINING, words
from graphlint.fixes.lookups import calls, last_name, named, nodes_within, root_name
from graphlint.fixes.strategies.grad_modes import function_under_no_grad, under_no_grad
from graphlint.rule.code import FUNCTIONS, Code, Function
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import quoted

TRAINS = frozenset(("backward", "step", "minimize"))
TRAINING_NAMES = TRAINING - {"update", "learning", "trainer"}
PLAIN_CALLS = frozenset(("float", "int", "len", "round", "str", "bool", "sum", "min", "max", "sorted", "range", "list", "tuple", "dict"))
PLAIN_METHODS = frozenset(("item", "tolist", "numpy", "size", "shape", "format", "join"))
DEEPEST = 8


def evaluation_without_grad(code: Code, call: ast.Call) -> Iterator[Fix | None]:
    """Ways to put a module's call in evaluation under no_grad, with what belongs to it.

    Args:
        code: the file.
        call: the module's call.
    """
    applicability = Applicability.SAFE if returns_numbers(code, call) else Applicability.UNSAFE
    function = code.function_of(call)
    if function is not None and _is_evaluation(code, function):
        yield Fix.of(
            f"Decorate {quoted(function.name, 'the function')} with `@no_grad()`", applicability, function_under_no_grad(code, function)
        )
    message = f"Put the evaluation of {named(code, call.func, otherwise='the module')} under `no_grad()`"
    for loop in reversed(code.loops_of(call)):
        if not trains(code, loop):
            yield Fix.of(message, applicability, under_no_grad(code, [loop]))
    yield Fix.of(message, applicability, under_no_grad(code, [code.statement_of(call)]))


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
            if any(trains(code, each) for each in node.body) and code.torch is not None and "\n" not in code.spelled(node.test):
                mode = f"{code.torch}.set_grad_enabled({code.spelled(node.test)})"
                message = "Switch grad mode on for the training phase only"
                return Fix.of(message, Applicability.SAFE, under_no_grad(code, [statement], mode))
    return None


def trains(code: Code, node: ast.AST) -> bool:
    """Whether a piece of code calls a backward or a step, what says by its name that it trains, or a function of this file that calls a
    backward.

    Args:
        code: the file.
        node: a statement, a function.
    """
    functions = [each for each in ast.walk(code.tree) if isinstance(each, FUNCTIONS)]
    training = TRAINS | {each.name for each in functions if any(calls(each, "backward"))}
    called = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
    # `model.train()` only says in which mode the module is.
    names = {last_name(each) for each in called if not (isinstance(each, ast.Attribute) and each.attr == "train")}
    return any(name in training or TRAINING_NAMES & set(words(name)) for name in names)


def returns_numbers(code: Code, node: ast.AST) -> bool:
    """Whether nothing that a function returns can be a tensor with a graph, as far as its text tells; True in module code.

    Args:
        code: the file.
        node: a node in the function.
    """
    function = code.function_of(node)
    if function is None:
        return True
    own = [each for statement in function.body for each in nodes_within(statement)]
    if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in own):
        return False
    values = [each.value for each in own if isinstance(each, ast.Return) and each.value is not None]
    return all(_plain(own, each, frozenset()) for each in values)


def _is_evaluation(code: Code, function: Function) -> bool:
    """Whether all of a function is evaluation: its name says so, or it calls eval(), and nothing in it trains."""
    nested = any(isinstance(each, FUNCTIONS) for each in ast.walk(function) if each is not function)
    if trains(code, function) or nested or function.name == "forward":
        return False
    return any(word in EVALUATING for word in words(function.name)) or any(calls(function, "eval"))


def _plain(own: list[ast.AST], node: ast.expr, asked: frozenset[str]) -> bool:
    """Whether an expression is made of numbers."""
    if isinstance(node, ast.Constant | ast.JoinedStr | ast.Compare):
        return True
    if isinstance(node, ast.UnaryOp):
        return _plain(own, node.operand, asked)
    if isinstance(node, ast.BinOp):
        return _plain(own, node.left, asked) and _plain(own, node.right, asked)
    if isinstance(node, ast.List | ast.Tuple):
        return all(_plain(own, each, asked) for each in node.elts)
    if isinstance(node, ast.Dict):
        return all(_plain(own, each, asked) for each in node.values)
    if isinstance(node, ast.ListComp):
        return _plain(own, node.elt, asked)
    if isinstance(node, ast.DictComp):
        return _plain(own, node.value, asked)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            return node.func.attr in PLAIN_METHODS
        if isinstance(node.func, ast.Name) and node.func.id in ("float", "int", "len", "str", "bool"):
            return True
        return isinstance(node.func, ast.Name) and node.func.id in PLAIN_CALLS and all(_plain(own, each, asked) for each in node.args)
    if isinstance(node, ast.Name) and node.id not in asked and len(asked) < DEEPEST:
        given = list(_values_of(own, node.id))
        return bool(given) and all(each is not None and _plain(own, each, asked | {node.id}) for each in given)
    return isinstance(node, ast.Name) and node.id in asked


def _values_of(own: list[ast.AST], name: str) -> Iterator[ast.expr | None]:
    """What a function's statements bind a name to or put into it, None for what is not plain to see."""
    for node in own:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) and len(target.elts) == len(node.value.elts):
                    pairs = list(zip(target.elts, node.value.elts, strict=True))
                for each, value in pairs:
                    if root_name(each) == name:
                        yield value
                    elif isinstance(each, ast.Tuple) and any(isinstance(part, ast.Name) and part.id == name for part in each.elts):
                        yield None
        elif isinstance(node, ast.For | ast.comprehension | ast.withitem | ast.NamedExpr):
            bound = node.optional_vars if isinstance(node, ast.withitem) else node.target
            if bound is not None and any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(bound)):
                yield None
        else:
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=holder), attr="append" | "extend" | "update")) if holder == name:
                    yield from node.args
