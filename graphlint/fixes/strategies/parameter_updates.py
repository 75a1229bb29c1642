"""Changes of parameters by hand: in place and under no_grad, with their gradients reset."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.fixes.edits import Edits, inserted_after
from graphlint.fixes.lookups import same
from graphlint.fixes.names import may_bind
from graphlint.fixes.strategies.grad_modes import function_under_no_grad, under_no_grad
from graphlint.rule.code import LOOPS, Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import quoted
from graphlint.source.text_edits import Edit


def without_data(node: ast.expr) -> ast.expr:
    """`x` of `x.data`; an expression itself where it is none.

    Args:
        node: the expression.
    """
    return node.value if isinstance(node, ast.Attribute) and node.attr == "data" else node


def rebinding(statement: ast.stmt) -> tuple[ast.expr, ast.expr] | None:
    """Target and value of an assignment that makes the target's new value of its gradient; None where a statement is none.

    Args:
        statement: the statement.
    """
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0]
    if not isinstance(target, (ast.Name, ast.Attribute, ast.Subscript)):
        return None
    for node in ast.walk(statement.value):
        if isinstance(node, ast.Attribute) and node.attr == "grad" and same(without_data(node.value), target):
            return target, statement.value
    return None


def in_place(code: Code, statement: ast.stmt) -> Edits:
    """`w = w - x` as `w -= x`; another value is copied into the target.

    Args:
        code: the file.
        statement: the assignment.
    """
    found = rebinding(statement)
    if found is None:
        return None
    target, value = found
    if isinstance(value, ast.BinOp) and isinstance(value.op, (ast.Sub, ast.Add)) and same(without_data(value.left), target):
        start, end = code.end(target), _operand_start(code, value)
        if end is not None and _one_line(code, start, end):
            return (Edit(start, end, " -= " if isinstance(value.op, ast.Sub) else " += "),)
    spelled = code.spelled(target)
    start, end = code.start(value), code.end(value)
    if not _one_line(code, code.start(statement), code.end(statement)) or code.end(statement) != end:
        return None
    return (Edit(code.start(statement), start, f"{spelled}.copy_("), Edit(end, end, ")"))


def reset_of(code: Code, target: str) -> str:
    """The statement that resets a gradient, in the way of this file.

    Args:
        code: the file.
        target: the leaf as the file spells it.
    """
    return f"{target}.grad.zero_()" if re.search(r"\.grad(\.data)?\.zero_\(\)", code.text) else f"{target}.grad = None"


def updated(code: Code, statements: Sequence[ast.stmt], reset: bool) -> list[Edits]:
    """Assignments of new tensors written as changes in place under no_grad, with the gradients reset behind them if wanted.

    Args:
        code: the file.
        statements: the assignments, next to one another.
        reset: whether the gradients are reset.
    """
    groups = [in_place(code, each) for each in statements]
    groups.append(under_no_grad(code, statements))
    if reset:
        targets = [code.spelled(found[0]) for each in statements if (found := rebinding(each)) is not None]
        groups.append(inserted_after(code, statements[-1], *(reset_of(code, each) for each in targets)))
    return groups


def reset_after(code: Code, statement: ast.stmt) -> Edits:
    """The gradient of what a statement changes by hand, reset behind it.

    Args:
        code: the file.
        statement: the update: `w -= ...`, `w.data -= ...`, `w.sub_(...)`.
    """
    target: ast.expr | None = None
    if isinstance(statement, ast.AugAssign):
        target = statement.target
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and isinstance(statement.value.func, ast.Attribute):
        target = statement.value.func.value
    if target is None:
        return None
    spelled = code.spelled(without_data(target))
    return inserted_after(code, statement, reset_of(code, spelled)) if _one_line(code, code.start(target), code.end(target)) else None


def through_data(code: Code, statement: ast.stmt, attribute: ast.Attribute) -> list[Edits]:
    """A change through `.data` as one of the tensor itself under no_grad.

    Args:
        code: the file.
        statement: the statement: `x.data -= ...`, `x.data = ...`, `x.data.mul_(...)`.
        attribute: its `x.data` (`changed_data`).
    """
    owner = attribute.value
    rebinds = isinstance(statement, ast.AugAssign) and statement.target is attribute
    if rebinds and isinstance(owner, ast.Name) and not may_bind(code, statement, owner.id):
        return [None]
    changes = [
        replaced_data(code, each, "")
        for each in ast.walk(statement)
        if isinstance(each, ast.Attribute) and each.attr == "data" and each is not attribute and _is_tensor(each.value, owner)
    ]
    if isinstance(statement, ast.Assign) and statement.targets[0] is attribute:
        if not _one_line(code, code.start(statement), code.end(statement)) or code.end(statement) != code.end(statement.value):
            return [None]
        end = code.end(statement.value)
        changes += [(Edit(code.end(owner), code.start(statement.value), ".copy_("),), (Edit(end, end, ")"),)]
    else:
        changes.append(replaced_data(code, attribute, ""))
    return [*changes, under_no_grad(code, [statement])]


def changed_data(statement: ast.stmt) -> ast.Attribute | None:
    """`x.data` of a statement that changes a tensor through it: binds it, an item of it, or calls a method in place.

    Args:
        statement: the statement.
    """
    place: ast.AST | None = None
    if isinstance(statement, ast.AugAssign):
        place = statement.target
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        place = statement.targets[0]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        if isinstance(function, ast.Attribute) and function.attr.endswith("_") and not function.attr.endswith("__"):
            place = function.value
    while isinstance(place, ast.Subscript):
        place = place.value
    return place if isinstance(place, ast.Attribute) and place.attr == "data" else None


def replaced_data(code: Code, attribute: ast.Attribute, text: str) -> Edits:
    """`.data` replaced, such as by ".detach()".

    Args:
        code: the file.
        attribute: `x.data`.
        text: what takes its place.
    """
    end = code.end(attribute)
    start = end - len(".data")
    return (Edit(start, end, text),) if code.text[start:end] == ".data" else None


def update_under_no_grad(code: Code, site: Site) -> Iterator[Fix | None]:
    """The in-place statement at a place under no_grad.

    Args:
        code: the file.
        site: the place.
    """
    statement = code.statement_at(site)
    if statement is None:
        return
    outer = _loop_of(code, statement)
    block = code.block_of(outer)
    at = block.index(outer)
    last = at + 1
    while last < len(block) and _updates(block[last]):
        last += 1
    for end in dict.fromkeys((at + 1, last, *range(at + 2, min(last, at + 5)))):
        message = "Put the update under `no_grad()`" if end == at + 1 else "Put the updates under `no_grad()`"
        yield Fix.of(message, Applicability.SAFE, under_no_grad(code, block[at:end]))
    function = code.function_of(statement)
    if function is not None and all(_updates(each) for each in function.body[_documented(function.body) :]):
        yield Fix.of(
            f"Run {quoted(function.name, 'the function')} under `no_grad()`", Applicability.SAFE, function_under_no_grad(code, function)
        )


def _is_tensor(node: ast.expr, owner: ast.expr) -> bool:
    """Whether what `.data` is read of is surely a tensor: the changed one itself, or a gradient."""
    return same(node, owner) or (isinstance(node, ast.Attribute) and node.attr == "grad")


def _operand_start(code: Code, value: ast.BinOp) -> int | None:
    """Where the right operand begins, with its parentheses."""
    between = code.text[code.end(value.left) : code.start(value.right)]
    sign = between.find("-" if isinstance(value.op, ast.Sub) else "+")
    if sign < 0 or between[:sign].strip() or code.text[code.end(value) : code.end(code.statement_of(value))].strip():
        return None
    behind = between[sign + 1 :]
    return code.end(value.left) + sign + 1 + len(behind) - len(behind.lstrip())


def _one_line(code: Code, start: int, end: int) -> bool:
    return not re.search(r"[\r\n]", code.text[start:end])


def _loop_of(code: Code, statement: ast.stmt) -> ast.stmt:
    """The outermost loop that does nothing but this statement, perhaps on a condition; the statement where there is none."""
    found, inner, parent = statement, statement, code.parent(statement)
    while isinstance(parent, (*LOOPS, ast.If)) and parent.body == [inner] and not parent.orelse:
        inner, found = parent, parent if isinstance(parent, LOOPS) else found
        parent = code.parent(parent)
    return found


def _updates(statement: ast.stmt) -> bool:
    """Whether a statement changes something other than a gradient in place, and does nothing else."""
    if isinstance(statement, ast.AugAssign):
        return not _of_gradient(statement.target)
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Subscript)
    if isinstance(statement, ast.For) and not statement.orelse:
        return all(_updates(each) for each in statement.body)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and isinstance(statement.value.func, ast.Attribute):
        name = statement.value.func.attr
        return name.endswith("_") and not name.endswith("__") and not _of_gradient(statement.value.func.value)
    return False


def _of_gradient(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr == "grad" for each in ast.walk(node))


def _documented(body: list[ast.stmt]) -> int:
    """How many statements a docstring takes."""
    return int(isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant))
