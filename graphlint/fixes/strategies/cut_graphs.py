"""Cuts taken away that leave a backward without a graph: modes, detaches, round trips through numbers, missing flags."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.fixes.blocks import decorated, tail_unwrapped
from graphlint.fixes.edits import Edits, argument_added, moved_before, removed, replaced, uncalled
from graphlint.fixes.lookups import ancestor_in, expressions_at, last_name, statements_at, statements_within
from graphlint.fixes.names import read
from graphlint.fixes.strategies.grad_modes import mode_of, mode_removed, modes_around, no_grad_for
from graphlint.rule.base import Finding
from graphlint.rule.code import FUNCTIONS, Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import quoted
from graphlint.source.text_edits import Edit

FRESH = ("tensor", "as_tensor", "FloatTensor", "from_numpy")
MADE = ("tensor", "rand", "randn", "zeros", "ones", "full", "empty", "linspace", "arange", "eye")


def mode_taken_off(code: Code, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """No block and no decorator that switches recording off where the graph should have been built.

    Args:
        code: the file.
        sites: where the value was made, from the inside out.
    """
    for holder, mode in modes_around(code, sites):
        name = mode_of(mode) or "no_grad"
        function = quoted(holder.name, "the function") if isinstance(holder, FUNCTIONS) else ""
        message = f"Remove `@{name}` from {function}" if function else f"Remove the `{name}` block"
        yield Fix.of(message, Applicability.UNSAFE, mode_removed(code, holder, mode))
    for holder, mode in modes_around(code, sites[:1]):
        statement = code.statement_at(sites[0])
        first = ancestor_in(code, statement, holder.body) if isinstance(holder, ast.With) and statement is not None else None
        if isinstance(holder, ast.With) and first is not None:
            other = no_grad_for(code, mode) if mode_of(mode) == "inference_mode" else ()
            message = "Move the trained part out of the block"
            yield Fix.of(message, Applicability.UNSAFE, tail_unwrapped(code, holder, first), other)


def switched_on(code: Code, walk: Site, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """The function that walks, run with grad mode on, where a caller has switched it off.

    Args:
        code: the file.
        walk: where the backward is.
        sites: where the value was made, from the inside out.
    """
    statement = code.statement_at(walk)
    function = code.function_of(statement) if statement is not None else None
    outside = any(holder is not function and code.function_of(holder) is not function for holder, _ in modes_around(code, sites))
    if function is not None and code.torch is not None and outside:
        message = f"Decorate {quoted(function.name, 'the function')} with `@enable_grad()`"
        yield Fix.of(message, Applicability.UNSAFE, decorated(code, function, f"@{code.torch}.enable_grad()"))


def unfrozen(code: Code) -> Iterator[Fix | None]:
    """What freezes parameters, moved before the statement that puts a new part in.

    Args:
        code: the file.
    """
    for statement in ast.walk(code.tree):
        if isinstance(statement, ast.For) and _freezes(statement):
            block = code.block_of(statement)
            names = read(statement.iter)
            for each in reversed(block[: block.index(statement)]):
                if (
                    isinstance(each, ast.Assign)
                    and isinstance(each.targets[0], (ast.Attribute, ast.Subscript))
                    and read(each.targets[0]) & names
                ):
                    message = "Freeze the parameters before the new part is assigned"
                    yield Fix.of(message, Applicability.UNSAFE, moved_before(code, [statement], each))
                    break
            else:
                yield Fix.of("Keep the parameters trainable", Applicability.UNSAFE, removed(code, statement))


def unchecked(code: Code, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """Checkpointing that needs no input with a graph.

    Args:
        code: the file.
        sites: where the value is made.
    """
    for node in expressions_at(code, sites[:1]):
        for keyword in node.keywords if isinstance(node, ast.Call) else []:
            if keyword.arg == "use_reentrant":
                yield Fix.of("Pass `use_reentrant=False` to `checkpoint()`", Applicability.UNSAFE, replaced(code, keyword.value, "False"))


def undetached(code: Code, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """The expression at a place without the cut that it makes: `.detach()`, `.data`, `.detach_()`.

    Args:
        code: the file.
        sites: where the cut is.
    """
    for node in expressions_at(code, sites[:1]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            statement = code.statement_of(node)
            alone = isinstance(statement, ast.Expr) and statement.value is node
            yield Fix.of(f"Remove `.{node.func.attr}()`", Applicability.UNSAFE, removed(code, statement) if alone else uncalled(code, node))
        elif isinstance(node, ast.Attribute) and node.attr == "data":
            yield Fix.of("Remove `.data`", Applicability.UNSAFE, _shortened(code, node))


def resampled(code: Code, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """A sample through which gradients pass.

    Args:
        code: the file.
        sites: where the sample is drawn.
    """
    for node in expressions_at(code, sites[:1]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sample":
            end = code.end(node.func)
            yield Fix.of("Replace `sample()` with `rsample()`", Applicability.UNSAFE, (Edit(end - len("sample"), end, "rsample"),))


def kept_as_tensor(code: Code, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """A tensor that is not made anew from a number: neither `torch.tensor(...)` around it nor `.item()` in what it is made of.

    Args:
        code: the file.
        sites: where the tensor is made anew.
    """
    for node in expressions_at(code, sites[:1]):
        if not isinstance(node, ast.Call) or not node.args or last_name(node.func) not in FRESH:
            continue
        inner, value = node.args[0], _unlisted(node.args[0])
        if isinstance(value, ast.Constant):
            continue  # a number from the start: nothing of it can be a tensor
        around = (Edit(code.start(node), code.start(value), ""), Edit(code.end(value), code.end(node), ""))
        if isinstance(value, (ast.BinOp, ast.UnaryOp, ast.IfExp)) and isinstance(code.parent(node), (ast.Attribute, ast.BinOp)):
            around = (Edit(code.start(node), code.start(value), "("), Edit(code.end(value), code.end(node), ")"))
        numbers = [each for each in ast.walk(inner) if _is_number(each)] + _returned_numbers(code, inner)
        message = "Keep the loss as a tensor instead of copying its value"
        yield Fix.of(message, Applicability.UNSAFE, around, *(_without(code, each) for each in numbers))


def flagged(code: Code) -> Iterator[Fix | None]:
    """A leaf that an optimizer is given, made to require grad.

    Args:
        code: the file.
    """
    for name in _optimized(code):
        for statement in statements_within(code.tree.body):
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name) and statement.targets[0].id == name:
                call = statement.value
                if (
                    isinstance(call, ast.Call)
                    and last_name(call.func) in MADE
                    and not any(each.arg == "requires_grad" for each in call.keywords)
                ):
                    message = f"Add `requires_grad=True` to {quoted(name, 'the tensor')}"
                    yield Fix.of(message, Applicability.UNSAFE, argument_added(code, call, "requires_grad=True"))


def removed_cut(code: Code, finding: Finding, reason: str, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """The ways to take a cut away, by what it is.

    Args:
        code: the file.
        finding: the finding, which stands on the backward.
        reason: what cut the graph off, in the words of the event.
        sites: where, from the inside out.
    """
    if reason in ("no_grad", "inference_mode"):
        yield from unchecked(code, sites)
        yield from mode_taken_off(code, sites)
        yield from switched_on(code, finding.site, sites)
    mode = finding.hint("mode")
    for statement in statements_at(code, [mode] if mode is not None else []):
        yield Fix.of(f"Remove {quoted(code.spelled(statement), 'the switch')}", Applicability.UNSAFE, removed(code, statement))
    yield from undetached(code, sites) if reason in ("detach", "detach_", ".data") else ()
    yield from resampled(code, sites)
    if statements_at(code, sites):
        yield from kept_as_tensor(code, sites)
    if reason == "data":
        yield from flagged(code)
        yield from unfrozen(code)


def _freezes(loop: ast.For) -> bool:
    """Whether a loop does nothing but set the requires_grad of parameters."""
    for each in loop.body:
        if isinstance(each, ast.Assign):
            target = each.targets[0]
        elif isinstance(each, ast.Expr) and isinstance(each.value, ast.Call):
            target = each.value.func
        else:
            return False
        if not isinstance(target, ast.Attribute) or target.attr not in ("requires_grad", "requires_grad_"):
            return False
    return True


def _optimized(code: Code) -> list[str]:
    """The names of tensors that optimizers are given in a list, and those that functions with such parameters are called with."""
    found: list[str] = []
    for node in ast.walk(code.tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.List):
            for each in node.args[0].elts:
                if isinstance(each, ast.Name):
                    found.append(each.id)
                    found.extend(_given(code, node, each.id))
    return found


def _given(code: Code, node: ast.AST, parameter: str) -> list[str]:
    """The names that a function's parameter is given, where the function holds a node."""
    function = code.function_of(node)
    names = [each.arg for each in function.args.args] if function is not None else []
    if function is None or parameter not in names:
        return []
    at = names.index(parameter)
    calls = [each for each in ast.walk(code.tree) if isinstance(each, ast.Call) and last_name(each.func) == function.name]
    return [each.args[at].id for each in calls if len(each.args) > at and isinstance(each.args[at], ast.Name)]  # type: ignore[attr-defined]


def _returned_numbers(code: Code, node: ast.expr) -> list[ast.AST]:
    """The numbers made of tensors in what the functions return that an expression calls; those too that are summed up under its name."""
    found: list[ast.AST] = []
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    if isinstance(node, ast.Name):
        for statement in statements_within(code.block_of(code.statement_of(node))):
            if isinstance(statement, (ast.AugAssign, ast.Assign)):
                target = statement.target if isinstance(statement, ast.AugAssign) else statement.targets[0]
                if isinstance(target, ast.Name) and target.id == node.id:
                    found.extend(each for each in ast.walk(statement.value) if _is_number(each))
                    calls.extend(each for each in ast.walk(statement.value) if isinstance(each, ast.Call))
    names = {last_name(call.func) for call in calls}
    for function in ast.walk(code.tree):
        if isinstance(function, FUNCTIONS) and function.name in names:
            for statement in statements_within(function.body):
                if isinstance(statement, ast.Return) and statement.value is not None:
                    found.extend(each for each in ast.walk(statement.value) if _is_number(each))
    return found


def _is_number(node: ast.AST) -> bool:
    """Whether an expression makes a number of a tensor: `x.item()`, `float(x)`."""
    if not isinstance(node, ast.Call):
        return False
    return (isinstance(node.func, ast.Attribute) and node.func.attr == "item") or (
        isinstance(node.func, ast.Name) and node.func.id == "float"
    )


def _without(code: Code, node: ast.AST) -> Edits:
    """A tensor as it is, in place of its number."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return uncalled(code, node)
    if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], (ast.Name, ast.Attribute, ast.Call)):
        return (Edit(code.start(node), code.start(node.args[0]), ""), Edit(code.end(node.args[0]), code.end(node), ""))
    return None


def _unlisted(node: ast.expr) -> ast.expr:
    """What a list of one holds."""
    return node.elts[0] if isinstance(node, ast.List) and len(node.elts) == 1 else node


def _shortened(code: Code, node: ast.Attribute) -> Edits:
    place = code.text.rindex(".", 0, code.end(node))
    return (Edit(place, code.end(node), ""),)
