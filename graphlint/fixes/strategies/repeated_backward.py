"""Graphs walked more than once: losses added up and walked once, graphs retained, a walk that merely stands there twice."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from graphlint.autograd.events import Site
from graphlint.fixes.edits import Edits, argument_added, removed, replaced
from graphlint.fixes.lookups import body_of, last_name, named
from graphlint.fixes.names import bound, parameters, read
from graphlint.fixes.strategies.truncated_backprop import fed
from graphlint.rule.base import Finding
from graphlint.rule.code import FUNCTIONS, Code
from graphlint.rule.fix import Applicability, Fix, on_line
from graphlint.source.text_edits import Edit

Walk: TypeAlias = "tuple[ast.Expr, ast.Call, ast.expr]"
GRADIENTS = ("grad", "step", "backward", "zero_grad", "unscale_", "clip_grad_norm_", "clip_grad_value_", "manual_backward")


def walked_once(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Ways out of a second walk.

    Args:
        finding: a finding with the hints of `walked_twice`.
        code: the file.
    """
    yield from _repeated(finding, code)
    yield from _summed(finding, code)
    yield from _summed_over(finding, code)
    if not finding.hint("stepped"):
        yield from _retained(finding, code)
        return
    first = fed(code, finding.hinted_sites("fed"), finding.hinted_sites("made"))
    again = fed(code, finding.hinted_sites("fed_again"), finding.hinted_sites("made"))
    for way in (again, first) if finding.hint("stepped_maker") else (first, again):
        yield from way
    yield from _retained(finding, code)
    yield from summed_calls(code, finding.hinted_sites("earlier"), finding.hinted_sites("again"))


def summed_calls(code: Code, earlier: Sequence[Site], again: Sequence[Site]) -> Iterator[Fix | None]:
    """One call with the sum of two losses, in place of two calls that follow one another and walk one loss each.

    Args:
        code: the file.
        earlier: the places of the first walk, from the inside out.
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


def _walk(code: Code, site: Site | None) -> Walk | None:
    """A statement that is one backward without arguments: the statement, the call, its root."""
    call = code.node_at(site, ast.Call) if site is not None else None
    if call is None or not isinstance(call.func, ast.Attribute) or call.func.attr != "backward":
        return None
    statement = code.statement_of(call)
    if not isinstance(statement, ast.Expr) or statement.value is not call or call.args or call.keywords:
        return None
    return statement, call, call.func.value


def _repeated(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """No second walk of the same root, where the walk stands there twice; no second call of what walks it."""
    earlier, again = finding.hinted_sites("earlier"), finding.hinted_sites("again")
    one, two = _walk(code, earlier[0] if earlier else None), _walk(code, again[0] if again else None)
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
    """The condition that a statement stands under, if nothing else does and to ask it changes nothing."""
    parent = code.parent(statement)
    if not isinstance(parent, ast.If) or parent.body != [statement] or parent.orelse or not code.begins_line(parent):
        return statement
    plain = not any(isinstance(each, ast.Call) for each in ast.walk(parent.test))
    return parent if plain and not code.text.startswith("elif", code.start(parent)) else statement


def _summed(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """One backward of the sum, where both stand in one block and nothing between them reads or changes gradients."""
    one, two = _walk(code, finding.hint("earlier")), _walk(code, finding.hint("again"))
    if one is None or two is None or one[0] is two[0] or two[0] not in code.block_of(one[0]) or ast.dump(one[2]) == ast.dump(two[2]):
        return
    block = code.block_of(one[0])
    between = block[block.index(one[0]) + 1 : block.index(two[0])]
    if bound(*between) & read(one[0]) or _apart(code, one[0], two):
        return
    first, second = code.spelled(one[2]), code.spelled(two[2])
    if "\n" in first or "\r" in first:
        return
    parts = _scaled(code, one[2]), _scaled(code, two[2])
    if parts[0] and parts[1] and parts[0][0] == parts[1][0]:
        root = f"{parts[0][0]}({parts[0][1]} + {parts[1][1]})"
    else:
        root = f"({_term(one[2], first)} + {_term(two[2], second)})"
    dot = code.text.rindex(".", 0, code.end(two[1].func))
    shown_roots = [each[1] if each else code.spelled(walk[2]) for each, walk in zip(parts, (one, two), strict=True)]
    both = f"`{shown_roots[0]}` and `{shown_roots[1]}`" if len("".join(shown_roots)) < 32 and "\n" not in shown_roots[1] else "both losses"
    edits = (Edit(code.start(two[0]), dot, root),)
    yield Fix.of(f"Call `backward()` once on the sum of {both}", Applicability.SAFE, removed(code, one[0]), edits)


def _apart(code: Code, one: ast.stmt, two: Walk) -> bool:
    """Whether something between two walks of one block, or what the second computes to walk, may read or change gradients."""
    block = code.block_of(one)
    between = block[block.index(one) + 1 : block.index(two[0])]
    return any(_touches_gradients(code, each) for each in between) or _touches_gradients(code, two[0], two[1])


def _scaled(code: Code, node: ast.expr) -> tuple[str, str] | None:
    """`scaler.scale(loss)`: what scales, and the loss."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "scale":
        return None
    if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
        return None
    return code.spelled(node.func), _term(node.args[0], code.spelled(node.args[0]))


def _term(node: ast.expr, text: str) -> str:
    """An expression as a term of a sum."""
    loose = (ast.IfExp, ast.Lambda, ast.BoolOp, ast.Compare, ast.NamedExpr, ast.Await, ast.Yield)
    bits = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift))
    return f"({text})" if isinstance(node, loose) or bits else text


def _touches_gradients(code: Code, statement: ast.stmt, allowed: ast.Call | None = None) -> bool:
    """Whether a statement may read or change gradients, or lead somewhere else: anything but the computation of values does."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)):
        return True
    own = {node.name for node in ast.walk(code.tree) if isinstance(node, FUNCTIONS)}
    for node in ast.walk(statement):
        if isinstance(node, ast.Attribute) and node.attr in GRADIENTS and not (allowed is not None and node is allowed.func):
            return True
        if isinstance(node, ast.Call) and node is not allowed:
            name = last_name(node.func)
            if name in own or (isinstance(statement, ast.Expr) and statement.value is node and name != "print"):
                return True
    return False


def _summed_over(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """One backward of the sum in place of a loop that walks each loss of a collection and does nothing else."""
    walk = _walk(code, finding.hint("again"))
    loop = code.parent(walk[0]) if walk is not None else None
    if walk is None or not isinstance(loop, ast.For) or loop.orelse or len(loop.body) != 1 or not isinstance(walk[2], ast.Name):
        return
    losses: str | None = None
    if isinstance(loop.target, ast.Name) and loop.target.id == walk[2].id:
        losses = code.spelled(loop.iter)
    elif isinstance(loop.target, ast.Tuple) and isinstance(loop.iter, ast.Call) and isinstance(loop.iter.func, ast.Attribute):
        names = [each.id for each in loop.target.elts if isinstance(each, ast.Name)]
        if loop.iter.func.attr == "items" and len(names) == len(loop.target.elts) == 2 and names[1] == walk[2].id:
            losses = f"{code.spelled(loop.iter.func.value)}.values()"
    used_later = any(
        isinstance(node, ast.Name) and node.id == walk[2].id and node.lineno > (loop.end_lineno or 0) and isinstance(node.ctx, ast.Load)
        for each in body_of(code, loop)
        for node in ast.walk(each)
    )
    if losses is not None and "\n" not in losses and "\r" not in losses and not used_later:
        edits: Edits = (Edit(code.start(loop), code.end(loop), f"sum({losses}).backward()"),)
        function = code.function_of(loop)
        known = function is None or not read(loop.iter) & set(parameters(function))
        known = known and (isinstance(loop.iter, ast.Name) or losses.endswith(".values()"))
        trust = Applicability.SAFE if known else Applicability.UNSAFE
        yield Fix.of("Call `backward()` once on the sum of the losses", trust, edits if "#" not in code.spelled(loop) else None)


def _retained(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """retain_graph=True on the backward that freed."""
    earlier, again = finding.hint("earlier"), finding.hint("again")
    call = code.node_at(earlier, ast.Call) if earlier is not None else None
    if call is None or earlier is None:
        return
    call = _walking(call)
    given = next((each for each in call.keywords if each.arg == "retain_graph"), None) if call is not None else None
    if call is None or any(each.arg is None for each in call.keywords):
        return
    edits = replaced(code, given.value, "True") if given is not None else argument_added(code, call, "retain_graph=True")
    one, two = _walk(code, earlier), _walk(code, again)
    trust = Applicability.UNSAFE
    beside = one is not None and two is not None and one[0] is not two[0] and two[0] in code.block_of(one[0])
    if beside and one and two and not _apart(code, one[0], two) and ast.dump(one[2]) != ast.dump(two[2]):
        trust = Applicability.SAFE
    message = f"Add `retain_graph=True` to {named(code, call.func, otherwise='`backward`')}{on_line(code, code.start(call))}"
    yield Fix.of(message, trust, edits)


def _walking(call: ast.Call) -> ast.Call | None:
    """The call of `backward` or `grad` at a place: itself, or one in it."""
    for node in ast.walk(call):
        if isinstance(node, ast.Call):
            name = last_name(node.func)
            if name in ("backward", "grad", "manual_backward"):
                return node
    return None
