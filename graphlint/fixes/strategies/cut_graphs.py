"""Removal of detach points that leave a backward without a graph: modes, detaches, round trips through numbers, missing flags."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.common.names import last_name
from graphlint.fixes.edits import (
    Edits,
    argument_added,
    attribute_renamed,
    decorated,
    inserted_after,
    inserted_before,
    moved_before,
    part_kept,
    removed,
    replaced,
    tail_unwrapped,
    uncalled,
)
from graphlint.fixes.queries.names import bound, read
from graphlint.fixes.queries.nodes import ancestor_in, expressions_at, same, statements_at, statements_within
from graphlint.fixes.strategies.grad_modes import mode_of, mode_removed, modes_around, no_grad_for
from graphlint.fixes.strategies.gradients import with_create_graph
from graphlint.fixes.strategies.mode_scopes import restore_grad_mode
from graphlint.rule.base import Finding
from graphlint.rule.code import FUNCTIONS, Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.wording import quoted

COPYING = ("tensor", "as_tensor", "FloatTensor", "from_numpy")
DETACH_POINTS = (Hint.DETACH, Hint.GRAD_MODE_OFF, Hint.GRADIENT, Hint.WITHOUT_GRAD, Hint.GRAPH_LOST)
CREATING = ("tensor", "rand", "randn", "zeros", "ones", "full", "empty", "linspace", "arange", "eye")


def without_mode(code: Code, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """Propose to remove the block or decorator that switches grad mode off, for sites from the inside out."""
    for owner, mode in modes_around(code, sites):
        name = mode_of(mode) or "no_grad"
        function = quoted(owner.name, "the function") if isinstance(owner, FUNCTIONS) else ""
        message = f"Remove `@{name}` from {function}" if function else f"Remove the `{name}` block"
        yield Fix.of(message, Applicability.UNSAFE, mode_removed(code, owner, mode))
    for site in sites:
        statement = code.statement_at(site)
        for owner, mode in modes_around(code, [site]):
            first = ancestor_in(code, statement, owner.body) if isinstance(owner, ast.With) and statement is not None else None
            if isinstance(owner, ast.With) and first is not None:
                other = no_grad_for(code, mode) if mode_of(mode) == "inference_mode" else ()
                message = "Move the trained part out of the block"
                yield Fix.of(message, Applicability.UNSAFE, tail_unwrapped(code, owner, first), other)
                yield Fix.of(message, Applicability.UNSAFE, _head_moved_out(code, owner, first), other)


def _head_moved_out(code: Code, block: ast.With, last: ast.stmt) -> Edits:
    """Move a statement before its block, with those before it of which it needs a name; None if the rest needs nothing."""
    before = block.body[: block.body.index(last)]
    moved = [*before, last] if bound(*before) & read(last) else [last]
    return moved_before(code, moved, block) if len(moved) < len(block.body) else None


def with_enable_grad(code: Code, backward: Site, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """Propose grad mode on for the function that calls backward, if a caller has switched it off."""
    statement = code.statement_at(backward)
    function = code.function_of(statement) if statement is not None else None
    outside = any(owner is not function and code.function_of(owner) is not function for owner, _ in modes_around(code, sites))
    if function is not None and code.torch is not None and outside:
        message = f"Decorate {quoted(function.name, 'the function')} with `@enable_grad()`"
        yield Fix.of(message, Applicability.UNSAFE, decorated(code, function, f"@{code.torch}.enable_grad()"))


def without_freezing(code: Code) -> Iterator[Fix | None]:
    """Propose to freeze parameters before the statement that assigns a new part, or not at all."""
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


def not_reentrant(code: Code, call: ast.Call) -> Fix | None:
    """Propose a checkpoint that needs no input with a graph."""
    given = next((each for each in call.keywords if each.arg == "use_reentrant"), None)
    edits = argument_added(code, call, "use_reentrant=False") if given is None else replaced(code, given.value, "False")
    return Fix.of(f"Pass `use_reentrant=False` to {quoted(last_name(call.func), 'the checkpoint')}", Applicability.UNSAFE, edits)


def without_reentrant_checkpoint(code: Code, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """Propose a checkpoint that is not reentrant, for one of these places that is a call of it."""
    for node in expressions_at(code, sites):
        if isinstance(node, ast.Call):
            named = any(each.arg == "use_reentrant" for each in node.keywords)
            if named or last_name(node.func) in ("checkpoint", "checkpoint_sequential"):
                yield not_reentrant(code, node)


def without_detach(code: Code, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """Propose to remove `.detach()`, `.data` or `.detach_()` from the expression at a site."""
    for node in expressions_at(code, sites[:1]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            statement = code.statement_of(node)
            alone = isinstance(statement, ast.Expr) and statement.value is node
            yield Fix.of(f"Remove `.{node.func.attr}()`", Applicability.UNSAFE, removed(code, statement) if alone else uncalled(code, node))
        elif isinstance(node, ast.Attribute) and node.attr == "data":
            yield Fix.of("Remove `.data`", Applicability.UNSAFE, uncalled(code, node))


def with_rsample(code: Code, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """Propose a sample through which gradients flow."""
    for node in expressions_at(code, sites[:1]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sample":
            yield Fix.of("Replace `sample()` with `rsample()`", Applicability.UNSAFE, attribute_renamed(code, node.func, "rsample"))


def without_copy(code: Code, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """Propose to use a tensor instead of its copy: no `torch.tensor(...)` around it and no `.item()` in it."""
    for node in expressions_at(code, sites[:1]):
        if not isinstance(node, ast.Call) or not node.args or last_name(node.func) not in COPYING:
            continue
        inner, value = node.args[0], _single_element(node.args[0])
        if isinstance(value, ast.Constant):
            continue  # a constant does not come from a tensor
        if _is_of_arrays(code, inner):
            continue  # without the call, the value is an array of NumPy
        around = part_kept(code, node, value)
        numbers = [each for each in ast.walk(inner) if _converts_to_number(each)] + _returned_numbers(code, inner)
        message = "Keep the loss as a tensor instead of copying its value"
        yield Fix.of(message, Applicability.UNSAFE, around, *(_without_conversion(code, each) for each in numbers))


def with_requires_grad(code: Code) -> Iterator[Fix | None]:
    """Propose `requires_grad=True` for a leaf that an optimizer receives."""
    for name in _optimized_names(code):
        for statement in statements_within(code.tree.body):
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name) and statement.targets[0].id == name:
                call = statement.value
                if (
                    isinstance(call, ast.Call)
                    and last_name(call.func) in CREATING
                    and not any(each.arg == "requires_grad" for each in call.keywords)
                ):
                    message = f"Add `requires_grad=True` to {quoted(name, 'the tensor')}"
                    yield Fix.of(message, Applicability.UNSAFE, argument_added(code, call, "requires_grad=True"))


def with_gradient_of_input(code: Code, backward: Site) -> Iterator[Fix | None]:
    """Propose `x.requires_grad_()` for an input whose gradient the function reads after its backward."""
    statement = code.statement_at(backward)
    block = code.block_of(statement) if statement is not None else []
    reads = [node for each in block[block.index(statement) :] for node in ast.walk(each)] if statement is not None else []
    for read_ in reads:
        if isinstance(read_, ast.Attribute) and read_.attr == "grad" and isinstance(read_.value, ast.Name | ast.Attribute | ast.Subscript):
            source, used = code.spelled(read_.value), _first_use(block, read_.value)
            line = f"{source}.requires_grad_()"
            if used is not None:
                insert = inserted_after if any(same(target, read_.value) for target in _targets(used)) else inserted_before
                yield Fix.of(
                    f"Call {quoted(line, '`requires_grad_()`')} before the forward pass", Applicability.UNSAFE, insert(code, used, line)
                )


def _first_use(block: Sequence[ast.stmt], value: ast.expr) -> ast.stmt | None:
    """Return the last statement of a block that binds a value; the first one that uses it if there is none."""
    uses = [each for each in block if any(isinstance(node, ast.expr) and same(node, value) for node in ast.walk(each))]
    bindings = [each for each in uses if any(same(target, value) for target in _targets(each))]
    return next(iter([*reversed(bindings), *uses]), None)


def _targets(statement: ast.stmt) -> list[ast.expr]:
    return statement.targets if isinstance(statement, ast.Assign) else []


def remove_detach_point(code: Code, finding: Finding) -> Iterator[Fix | None]:
    """Propose to remove a detach point.

    Args:
        finding: a finding with the hint MODE, if grad mode is disabled permanently, and with a role of `DETACH_POINTS`, if the detach
            point is known.
    """
    role = next((role for role in DETACH_POINTS if finding.hint(role) is not None), None)
    sites = finding.hinted_sites(role) if role is not None else ()
    if role is Hint.GRAD_MODE_OFF:
        yield from without_reentrant_checkpoint(code, sites)
        yield from without_mode(code, sites)
        yield from with_enable_grad(code, finding.site, sites)
    mode = finding.hint(Hint.MODE)
    if mode is not None:
        yield from restore_grad_mode(code, mode, next(iter(sites), None), finding.site, needed=False)
    yield from without_detach(code, sites) if role is Hint.DETACH else ()
    yield from with_rsample(code, sites)
    if statements_at(code, sites):
        yield from without_copy(code, sites)
    if role is Hint.GRADIENT:
        yield from (with_create_graph(code, site) for site in sites[:1])
    if role is Hint.WITHOUT_GRAD:
        yield from with_requires_grad(code)
        yield from with_gradient_of_input(code, finding.site)
        yield from without_freezing(code)


def _freezes(loop: ast.For) -> bool:
    """Return True if a loop only sets `requires_grad` of parameters."""
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


def _optimized_names(code: Code) -> list[str]:
    """Return the names of tensors passed to optimizers in a list, directly or as an argument of the enclosing function."""
    names: list[str] = []
    for node in ast.walk(code.tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.List):
            for each in node.args[0].elts:
                if isinstance(each, ast.Name):
                    names.append(each.id)
                    names.extend(_argument_names(code, node, each.id))
    return names


def _argument_names(code: Code, node: ast.AST, parameter: str) -> list[str]:
    """Return the names passed for a parameter of the function around a node."""
    function = code.function_of(node)
    names = [each.arg for each in function.args.args] if function is not None else []
    if function is None or parameter not in names:
        return []
    index = names.index(parameter)
    calls = [each for each in ast.walk(code.tree) if isinstance(each, ast.Call) and last_name(each.func) == function.name]
    return [each.args[index].id for each in calls if len(each.args) > index and isinstance(each.args[index], ast.Name)]  # type: ignore[attr-defined]


def _is_of_arrays(code: Code, node: ast.expr) -> bool:
    """Return True if an expression, or the value of a variable that it reads, is computed from a tensor's array of NumPy."""
    function = code.function_of(node)
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    statements = statements_within(code.tree.body if function is None else function.body)
    values = [
        each.value
        for each in statements
        if isinstance(each, ast.Assign) and any(isinstance(item, ast.Name) and item.id in names for item in each.targets)
    ]
    return any(isinstance(each, ast.Attribute) and each.attr == "numpy" for value in (node, *values) for each in ast.walk(value))


def _returned_numbers(code: Code, node: ast.expr) -> list[ast.AST]:
    """Return the conversions of tensors to numbers in the functions that an expression calls, and in the assignments to its name."""
    numbers: list[ast.AST] = []
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    if isinstance(node, ast.Name):
        for statement in statements_within(code.block_of(code.statement_of(node))):
            if isinstance(statement, (ast.AugAssign, ast.Assign)):
                target = statement.target if isinstance(statement, ast.AugAssign) else statement.targets[0]
                if isinstance(target, ast.Name) and target.id == node.id:
                    numbers.extend(each for each in ast.walk(statement.value) if _converts_to_number(each))
                    calls.extend(each for each in ast.walk(statement.value) if isinstance(each, ast.Call))
    names = {last_name(call.func) for call in calls}
    for function in ast.walk(code.tree):
        if isinstance(function, FUNCTIONS) and function.name in names:
            for statement in statements_within(function.body):
                if isinstance(statement, ast.Return) and statement.value is not None:
                    numbers.extend(each for each in ast.walk(statement.value) if _converts_to_number(each))
    return numbers


def _converts_to_number(node: ast.AST) -> bool:
    """Return True if an expression converts a tensor to a number: `x.item()`, `float(x)`."""
    if not isinstance(node, ast.Call):
        return False
    return (isinstance(node.func, ast.Attribute) and node.func.attr == "item") or (
        isinstance(node.func, ast.Name) and node.func.id == "float"
    )


def _without_conversion(code: Code, node: ast.AST) -> Edits:
    """Replace the conversion to a number by the tensor."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return uncalled(code, node)
    if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], (ast.Name, ast.Attribute, ast.Call)):
        return part_kept(code, node, node.args[0])
    return None


def _single_element(node: ast.expr) -> ast.expr:
    """Return the element of a list of one."""
    return node.elts[0] if isinstance(node, ast.List) and len(node.elts) == 1 else node
