"""Repeated backwards: losses summed for one backward, retained graphs, duplicates removed."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from graphlint.autograd.events import Site
from graphlint.common.names import last_name
from graphlint.fixes.edits import argument_added, removed, replaced
from graphlint.fixes.queries.names import bound, parameters, read
from graphlint.fixes.queries.nodes import body_of, named
from graphlint.fixes.strategies.truncated_backprop import detach_operands
from graphlint.rule.base import Finding
from graphlint.rule.code import FUNCTIONS, Code
from graphlint.rule.fix import Applicability, Fix, on_line
from graphlint.rule.hints import Hint
from graphlint.source.statements import statements

BackwardStatement: TypeAlias = "tuple[ast.Expr, ast.Call, ast.expr]"
GRADIENTS = ("grad", "step", "backward", "zero_grad", "unscale_", "clip_grad_norm_", "clip_grad_value_", "manual_backward")


def single_backward(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose fixes of a second backward.

    Args:
        finding: a finding with the hints of `sites_of_second_backward`.
    """
    first = detach_operands(code, finding.hinted_sites(Hint.FED), finding.hinted_sites(Hint.SHARED))
    again = detach_operands(code, finding.hinted_sites(Hint.FED_AGAIN), finding.hinted_sites(Hint.SHARED))
    if finding.hint(Hint.WEIGHT) or finding.hint(Hint.WEIGHT_AGAIN):
        yield from first if finding.hint(Hint.WEIGHT) else again
    yield from _repeated(finding, code)
    yield from _summed(finding, code)
    yield from _summed_over(finding, code)
    if not finding.hint(Hint.STEPPED):
        yield from _retained(finding, code)
        return
    # With a step in between, a retained graph would compute gradients for parameters that have changed.
    for fixes in (again, first) if finding.hint(Hint.STEPPED_SHARED) else (first, again):
        yield from fixes
    yield from sum_calls(code, finding.hinted_sites(Hint.EARLIER), finding.hinted_sites(Hint.AGAIN))


def sum_calls(code: Code, earlier: Sequence[Site], again: Sequence[Site]) -> Iterator[Fix | None]:
    """Propose one call with the sum of two losses instead of two consecutive calls that backpropagate one loss each.

    Args:
        earlier: the first backward and its call stack, from the inside out.
        again: those of the second.
    """
    for site, later in zip(earlier[1:2], again[1:2], strict=False):
        one, two = code.statement_at(site), code.statement_at(later)
        if not isinstance(one, ast.Expr) or not isinstance(two, ast.Expr) or one is two or two not in code.block_of(one):
            continue
        first, second = one.value, two.value
        if not isinstance(first, ast.Call) or not isinstance(second, ast.Call) or ast.dump(first.func) != ast.dump(second.func):
            continue
        block = code.block_of(one)
        if block.index(two) != block.index(one) + 1 or len(first.args) != len(second.args):
            continue
        differ = [pair for pair in zip(first.args, second.args, strict=True) if ast.dump(pair[0]) != ast.dump(pair[1])]
        if len(differ) == 1 and not any(isinstance(each, ast.Starred) for each in differ[0]):
            summed = " + ".join(_term(each, code.spelled(each)) for each in differ[0])
            yield Fix.of(
                "Pass the sum of both losses in one call",
                Applicability.UNSAFE,
                removed(code, one),
                replaced(code, differ[0][1], summed),
            )


def _backward_statement(code: Code, site: Site | None) -> BackwardStatement | None:
    """Return a statement that is one backward without arguments: the statement, the call, its root."""
    call = code.node_at(site, ast.Call) if site is not None else None
    if call is None or not isinstance(call.func, ast.Attribute) or call.func.attr != "backward":
        return None
    statement = code.statement_of(call)
    if not isinstance(statement, ast.Expr) or statement.value is not call or call.args or call.keywords:
        return None
    return statement, call, call.func.value


def _repeated(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose to remove the second backward of the same root, or the second call of the function that contains it."""
    earlier, again = finding.hinted_sites(Hint.EARLIER), finding.hinted_sites(Hint.AGAIN)
    one, two = _backward_statement(code, earlier[0] if earlier else None), _backward_statement(code, again[0] if again else None)
    if one is not None and two is not None and one[0] is not two[0] and ast.dump(one[2]) == ast.dump(two[2]):
        yield Fix.of("Remove the second `backward()`", Applicability.UNSAFE, removed(code, _condition_of(code, two[0])))
        if len(code.block_of(two[0])) > 1 and code.function_of(one[0]) is not code.function_of(two[0]):
            yield Fix.of("Remove the first `backward()`", Applicability.UNSAFE, removed(code, one[0]))
    elif one is not None and two is not None and one[0] is not two[0] and code.function_of(one[0]) is not code.function_of(two[0]):
        yield Fix.of("Remove the second `backward()`", Applicability.UNSAFE, removed(code, two[0]))
    for first, second in zip(earlier[1:2], again[1:2], strict=False):
        call, repeated = code.statement_at(first), code.statement_at(second)
        if call is not None and repeated is not None and call is not repeated and ast.dump(call) == ast.dump(repeated):
            yield Fix.of(
                "Remove the second call", Applicability.UNSAFE, removed(code, repeated) if isinstance(repeated, ast.Expr) else None
            )


def _condition_of(code: Code, statement: ast.stmt) -> ast.stmt:
    """Return the `if` around a statement, if it contains nothing else and its test has no side effects; else the statement."""
    parent = code.parent(statement)
    if not isinstance(parent, ast.If) or parent.body != [statement] or parent.orelse:
        return statement
    return statement if any(isinstance(each, ast.Call) for each in ast.walk(parent.test)) else parent


def _summed(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose one backward of the sum, if both are in one block and nothing between them reads or changes gradients."""
    one, two = _backward_statement(code, finding.hint(Hint.EARLIER)), _backward_statement(code, finding.hint(Hint.AGAIN))
    if one is None or two is None or one[0] is two[0] or two[0] not in code.block_of(one[0]) or ast.dump(one[2]) == ast.dump(two[2]):
        return
    block = code.block_of(one[0])
    between = block[block.index(one[0]) + 1 : block.index(two[0])]
    if bound(*between) & read(one[0]) or _uses_gradients_between(code, one[0], two):
        return
    first, second = code.spelled(one[2]), code.spelled(two[2])
    parts = _scaled(code, one[2]), _scaled(code, two[2])
    if parts[0] and parts[1] and parts[0][0] == parts[1][0]:
        root = f"{parts[0][0]}({parts[0][1]} + {parts[1][1]})"
    else:
        root = f"({_term(one[2], first)} + {_term(two[2], second)})"
    shown_roots = [each[1] if each else code.spelled(backward[2]) for each, backward in zip(parts, (one, two), strict=True)]
    both = (
        f"`{shown_roots[0]}` and `{shown_roots[1]}`"
        if len("".join(shown_roots)) < 32 and "".join(shown_roots).isprintable()
        else "both losses"
    )
    edits = replaced(code, two[2], root)
    yield Fix.of(f"Call `backward()` once on the sum of {both}", Applicability.SAFE, removed(code, one[0]), edits)


def _uses_gradients_between(code: Code, one: ast.stmt, two: BackwardStatement) -> bool:
    """Return True if code between two backwards of a block, or in the second statement, may read or change gradients."""
    block = code.block_of(one)
    between = block[block.index(one) + 1 : block.index(two[0])]
    return any(_touches_gradients(code, each) for each in between) or _touches_gradients(code, two[0], two[1])


def _scaled(code: Code, node: ast.expr) -> tuple[str, str] | None:
    """Return the scaling function and the loss of `scaler.scale(loss)`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "scale":
        return None
    if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
        return None
    return code.spelled(node.func), _term(node.args[0], code.spelled(node.args[0]))


def _term(node: ast.expr, text: str) -> str:
    """Return the text of an expression as a term of a sum."""
    low_precedence = (ast.IfExp, ast.Lambda, ast.BoolOp, ast.Compare, ast.NamedExpr, ast.Await, ast.Yield)
    bitwise = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift))
    return f"({text})" if isinstance(node, low_precedence) or bitwise else text


def _touches_gradients(code: Code, statement: ast.stmt, allowed: ast.Call | None = None) -> bool:
    """Return True if a statement may read or change gradients, or jump: only the computation of values does not."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)):
        return True
    local_functions = {node.name for node in statements(code.tree) if isinstance(node, FUNCTIONS)}
    for node in ast.walk(statement):
        if isinstance(node, ast.Attribute) and node.attr in GRADIENTS and not (allowed is not None and node is allowed.func):
            return True
        if isinstance(node, ast.Call) and node is not allowed:
            name = last_name(node.func)
            if name in local_functions or (isinstance(statement, ast.Expr) and statement.value is node and name != "print"):
                return True
    return False


def _summed_over(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose one backward of the sum instead of a loop that only backpropagates each loss of a collection."""
    backward = _backward_statement(code, finding.hint(Hint.AGAIN))
    loop = code.parent(backward[0]) if backward is not None else None
    if backward is None or not isinstance(loop, ast.For) or loop.orelse or len(loop.body) != 1 or not isinstance(backward[2], ast.Name):
        return
    losses: str | None = None
    if isinstance(loop.target, ast.Name) and loop.target.id == backward[2].id:
        losses = code.spelled(loop.iter)
    elif isinstance(loop.target, ast.Tuple) and isinstance(loop.iter, ast.Call) and isinstance(loop.iter.func, ast.Attribute):
        names = [each.id for each in loop.target.elts if isinstance(each, ast.Name)]
        if loop.iter.func.attr == "items" and len(names) == len(loop.target.elts) == 2 and names[1] == backward[2].id:
            losses = f"{code.spelled(loop.iter.func.value)}.values()"
    used_later = any(
        isinstance(node, ast.Name) and node.id == backward[2].id and node.lineno > (loop.end_lineno or 0) and isinstance(node.ctx, ast.Load)
        for each in body_of(code, loop)
        for node in ast.walk(each)
    )
    if losses is not None and not used_later:
        edits = replaced(code, loop, f"sum({losses}).backward()")
        function = code.function_of(loop)
        certain = function is None or not read(loop.iter) & set(parameters(function))
        certain = certain and (isinstance(loop.iter, ast.Name) or losses.endswith(".values()"))
        applicability = Applicability.SAFE if certain else Applicability.UNSAFE
        yield Fix.of("Call `backward()` once on the sum of the losses", applicability, edits)


def _retained(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose `retain_graph=True` for the backward that freed the graph."""
    earlier, again = finding.hint(Hint.EARLIER), finding.hint(Hint.AGAIN)
    call = code.node_at(earlier, ast.Call) if earlier is not None else None
    if call is None or earlier is None:
        return
    call = _backward_call(call)
    argument = next((each for each in call.keywords if each.arg == "retain_graph"), None) if call is not None else None
    if call is None or any(each.arg is None for each in call.keywords):
        return
    edits = replaced(code, argument.value, "True") if argument is not None else argument_added(code, call, "retain_graph=True")
    one, two = _backward_statement(code, earlier), _backward_statement(code, again)
    applicability = Applicability.UNSAFE
    one_block = one is not None and two is not None and one[0] is not two[0] and two[0] in code.block_of(one[0])
    if one_block and one and two and not _uses_gradients_between(code, one[0], two) and ast.dump(one[2]) != ast.dump(two[2]):
        applicability = Applicability.SAFE
    message = f"Add `retain_graph=True` to {named(code, call.func, otherwise='`backward`')}{on_line(code, code.start(call))}"
    yield Fix.of(message, applicability, edits)


def _backward_call(call: ast.Call) -> ast.Call | None:
    """Return the call of `backward` or `grad` in a call, or the call itself."""
    for node in ast.walk(call):
        if isinstance(node, ast.Call):
            name = last_name(node.func)
            if name in ("backward", "grad", "manual_backward"):
                return node
    return None
