"""Optimizers and their parameters: parameters in scope at a place, and gradients that do not reach the parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.common.names import last_name
from graphlint.fixes.edits import Edits, called, moved_after, replaced, term_added, uncalled, unwrapped
from graphlint.fixes.queries.detaches import goes_without_graph
from graphlint.fixes.queries.nodes import calls, root_name, same
from graphlint.fixes.strategies.grad_modes import switches_off
from graphlint.fixes.strategies.training_step import optimizer_of
from graphlint.rule.code import Code
from graphlint.rule.wording import quoted


def construct_later(code: Code, optimizer: Site, part: Site) -> Edits | None:
    """Propose to move the construction of an optimizer after a later statement of the same block, if nothing between uses its name."""
    construction, target = code.statement_at(optimizer), code.statement_at(part)
    if construction is None or target is None or not isinstance(construction, ast.Assign) or len(construction.targets) != 1:
        return None
    block = code.block_of(construction)
    while not any(target is item for item in block):
        outer = code.parent(target)
        if not isinstance(outer, ast.stmt):
            return None
        target = outer
    name = code.spelled(construction.targets[0])
    between = block[block.index(construction) + 1 : block.index(target) + 1]
    if not between or any(name == code.spelled(node) for item in between for node in ast.walk(item) if isinstance(node, ast.expr)):
        return None
    return moved_after(code, [construction], target)


def let_gradient_through(code: Code, detach: Site) -> Iterator[list[Edits]]:
    """Yield ways to let the gradient pass a detach point: a detach, or a forward pass under `no_grad`.

    The result is detached instead where it is used, except for the last use; or nowhere.
    """
    node = code.node_at(detach, ast.expr)
    if node is None:
        return
    statement = code.statement_of(node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "detach":
        removal, outer = uncalled(code, node), statement
    else:
        block = next((each for each in code.around(node) if isinstance(each, ast.With)), None)
        if block is None or len(block.items) != 1 or not switches_off(block.items[0].context_expr):
            return
        removal, outer = unwrapped(code, block), block
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    uses = _reads_of(code, outer, target.id) if isinstance(target, ast.Name) else []
    if len(uses) > 1:
        yield [removal, *(called(code, name, ".detach()") for names in uses[:-1] for name in names)]
    yield [removal]


def add_loss(code: Code, unused: Site, step: ast.stmt) -> Edits:
    """Add a loss without a backward to the loss of the last backward before a step."""
    loss = code.node_at(unused, ast.expr)
    statement = code.statement_of(loss) if loss is not None else None
    block = code.block_of(step)
    if not isinstance(statement, ast.Assign) or statement not in block or not isinstance(statement.targets[0], ast.Name):
        return None
    name = statement.targets[0].id
    for each in reversed(block[block.index(statement) + 1 : block.index(step)]):
        backward = each.value if isinstance(each, ast.Expr) else None
        if isinstance(backward, ast.Call) and isinstance(backward.func, ast.Attribute) and backward.func.attr == "backward":
            return term_added(code, backward.func.value, name)
    return None


def other_optimizers(code: Code, step: ast.Call, created: Sequence[Site]) -> Iterator[tuple[str, Edits]]:
    """Yield the other optimizers of the file, as a replacement of the one that steps: the source text, and the edits.

    Args:
        created: the constructions of optimizers that the analysis has seen. Methods that the file calls show others.
    """
    current = optimizer_of(step)
    if current is None:
        return
    constructions = [code.node_at(site, ast.Call) for site in created]
    stepped = _receivers(code.function_of(step) or code.tree, "step")
    shown = _receivers(code.tree, "step", "zero_grad")
    others: dict[str, ast.expr] = {}
    for each in ast.walk(code.tree):
        if isinstance(each, ast.Assign) and len(each.targets) == 1 and isinstance(each.value, ast.Call) and any(calls(each, "parameters")):
            target = each.targets[0]
            is_optimizer = each.value in constructions or any(same(owner, target) for owner in shown)
            is_variable = isinstance(target, (ast.Name, ast.Attribute)) and not same(target, current)
            if is_optimizer and is_variable and is_in_scope(code, target, step):
                others.setdefault(code.spelled(target), target)
    for source, target in others.items():
        if not any(same(owner, target) for owner in stepped):
            yield source, replaced(code, current, source)


def _receivers(node: ast.AST, *names: str) -> list[ast.expr]:
    """Return the optimizers of `optimizer.step()` and `scaler.step(optimizer)`, and the receivers of other methods, in a piece of code."""
    found = (optimizer_of(call) or (call.func.value if isinstance(call.func, ast.Attribute) else None) for call in calls(node, *names))
    return [owner for owner in found if owner is not None]


def recreate_optimizer(code: Code, optimizer: Site, trained: Site) -> Iterator[tuple[str, list[Edits]]]:
    """Yield ways to create an optimizer over the trained module, or after the module: the fix title, and the edits.

    Args:
        optimizer: the creation of the optimizer.
        trained: the call of the module that the backward reaches.
    """
    construction, call = code.node_at(optimizer, ast.Call), code.node_at(trained, ast.Call)
    if construction is None or call is None:
        return
    statement, parameters = code.statement_of(construction), list(calls(construction, "parameters"))
    if len(parameters) != 1 or not isinstance(parameters[0].func, ast.Attribute):
        return
    owner = parameters[0].func.value
    block = code.block_of(statement)
    for each in reversed(block[block.index(statement) + 1 :]):
        if isinstance(each, ast.Assign) and any(_part_of(target, owner) for target in each.targets):
            group = _dependents(code, statement, each)
            if group:
                yield "Create the optimizer after the model it trains", [moved_after(code, [one], each) for one in group]
            break
    module = call.func
    if isinstance(module, (ast.Name, ast.Attribute)) and is_in_scope(code, module, construction) and not _has_optimizer(code, module):
        source = code.spelled(module)
        yield f"Create the optimizer over {quoted(f'{source}.parameters()', 'the trained parameters')}", [replaced(code, owner, source)]


def add_parameters(code: Code, optimizer: Site, call: ast.Call) -> Iterator[tuple[str, Edits]]:
    """Yield ways to give an optimizer the parameters of a called module, too: the source text of the parameters, and the edits.

    Args:
        optimizer: the creation of the optimizer.
        call: the call of the module.
    """
    construction, module = code.node_at(optimizer, ast.Call), call.func
    if construction is None or not isinstance(module, ast.Name | ast.Attribute) or not is_in_scope(code, module, construction):
        return
    given = [*construction.args[:1], *(each.value for each in construction.keywords if each.arg == "params")]
    source = f"{code.spelled(module)}.parameters()"
    for parameters in given:
        for each in (parameters, *_assigned_values(code, parameters)):
            text = _with_parameters(code, each, source)
            if text is not None:
                yield source, replaced(code, each, text)


def _assigned_values(code: Code, target: ast.expr) -> list[ast.expr]:
    """Return the value of the only assignment to a name or an attribute of self in the function that reads it."""
    scope = code.function_of(target) or code.tree
    assignments = [each for each in ast.walk(scope) if isinstance(each, ast.Assign) and any(same(one, target) for one in each.targets)]
    return [each.value for each in assignments] if len(assignments) == 1 else []


def _with_parameters(code: Code, parameters: ast.expr, source: str) -> str | None:
    """Return the source of an expression for parameters with some more; None if it is none of the usual ones."""
    text = code.spelled(parameters)
    match parameters:
        case ast.Call(func=ast.Attribute(attr="parameters")):
            return f"[*{text}, *{source}]"
        case ast.Call(func=ast.Name(id="list")):
            return f"{text} + list({source})"
        case ast.Call(func=ast.Name(id="chain") | ast.Attribute(attr="chain")):
            return f"{text[:-1].rstrip().rstrip(',')}, {source})"
        case ast.BinOp(op=ast.Add(), right=ast.Call(func=ast.Name(id="list"))):
            return f"{text} + list({source})"
        case ast.List(elts=[ast.Dict(), *_]):
            return f'{text[:-1].rstrip().rstrip(",")}, {{"params": {source}}}]'
        case ast.List(elts=[ast.Starred(), *_]):
            return f"{text[:-1].rstrip().rstrip(',')}, *{source}]"
    return None


def parameters_in_scope(code: Code, place: ast.AST) -> list[str]:
    """Return the source texts of `x.parameters()` that are in scope at a place, those passed to an optimizer first."""
    parameter_calls = [
        call
        for call in calls(code.tree, "parameters")
        if isinstance(call.func, ast.Attribute) and is_in_scope(code, call.func.value, place)
    ]
    parameter_calls.sort(key=lambda call: not isinstance(code.parent(call), (ast.Call, ast.keyword)))
    return list(dict.fromkeys(code.spelled(call) for call in parameter_calls if not call.args and not call.keywords))


def is_in_scope(code: Code, owner: ast.expr, place: ast.AST) -> bool:
    """Return True if a name or attribute means the same at a place: of the same function or class, or of the module."""
    root = root_name(owner)
    if not root:
        return False
    function, other = code.function_of(owner), code.function_of(place)
    if function is other:
        return True
    if root == "self" and not isinstance(owner, ast.Name):
        owner_class = class_of(code, owner)
        return other is not None and owner_class is not None and owner_class is class_of(code, place)
    return function is None


def class_of(code: Code, node: ast.AST) -> ast.ClassDef | None:
    """Return the innermost class around a node."""
    return next((each for each in code.around(node) if isinstance(each, ast.ClassDef)), None)


def _dependents(code: Code, statement: ast.stmt, last: ast.stmt) -> list[ast.stmt]:
    """Return a statement and those up to another that use its bindings, if all of them can be moved after the other; else none.

    A scheduler created from the optimizer moves with it. The moved statements must not use a name bound in between: they would read another
    value after the move.
    """
    block = code.block_of(statement)
    group, bound, unmoved = [statement], _names(statement, ast.Store), []
    for each in block[block.index(statement) + 1 : block.index(last) + 1]:
        if each is last or not bound & _names(each, ast.Load):
            unmoved.append(each)
        else:
            group.append(each)
            bound |= _names(each, ast.Store)
    used = {name for each in group for name in _names(each, ast.Load)}
    rebound = {name for each in unmoved[:-1] for name in _names(each, ast.Store)}
    simple = all(isinstance(each, (ast.Assign, ast.AnnAssign, ast.Expr)) for each in group)
    return group if simple and not bound & _names(last, ast.Load) and not (used - bound) & rebound else []


def _names(statement: ast.stmt, context: type[ast.expr_context]) -> set[str]:
    """Return the names and attributes that a statement reads, or those that it binds."""
    places = (each for each in ast.walk(statement) if isinstance(each, (ast.Name, ast.Attribute)))
    return {ast.unparse(each) for each in places if isinstance(each.ctx, context)}


def _has_optimizer(code: Code, module: ast.expr) -> bool:
    """Return True if a class (a capitalized name) is called with the parameters of a module."""
    for call in calls(code.tree, "parameters"):
        if isinstance(call.func, ast.Attribute) and same(call.func.value, module):
            enclosing = next((each for each in code.around(call) if isinstance(each, (ast.Call, ast.stmt))), None)
            function = enclosing.func if isinstance(enclosing, ast.Call) else None
            name = last_name(function)
            if name[:1].isupper():
                return True
    return False


def _part_of(target: ast.expr, owner: ast.expr) -> bool:
    """Return True if the target is an expression or one of its owners."""
    place: ast.expr | None = owner
    while place is not None:
        if same(place, target):
            return True
        place = place.value if isinstance(place, (ast.Attribute, ast.Subscript)) else None
    return False


def _reads_of(code: Code, statement: ast.stmt, name: str) -> list[list[ast.expr]]:
    """Return the reads of a name after a statement that may need its graph, grouped by statement, up to its next binding."""
    block = code.block_of(statement)
    groups: list[list[ast.expr]] = []
    for each in block[block.index(statement) + 1 :]:
        names = [node for node in ast.walk(each) if isinstance(node, ast.Name) and node.id == name]
        reads: list[ast.expr] = [node for node in names if isinstance(node.ctx, ast.Load)]
        with_graph = [node for node in reads if not goes_without_graph(code, node)]
        if with_graph:
            groups.append(with_graph)
        if len(reads) < len(names):
            break
    return groups
