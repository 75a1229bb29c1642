"""Optimizers and what they are given: parameters in reach of a place, and gradients that do not come to the parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Site
from graphlint.fixes.blocks import unwrapped
from graphlint.fixes.detaches import goes_without_graph
from graphlint.fixes.edits import ATOMS, Edits, called, moved_after, replaced, uncalled
from graphlint.fixes.lookups import calls, last_name, root_name, same
from graphlint.fixes.strategies.grad_modes import switches_off
from graphlint.fixes.strategies.training_step import optimizer_of
from graphlint.rule.code import Code
from graphlint.rule.wording import quoted
from graphlint.source.text_edits import Edit


def let_through(code: Code, cut: Site) -> Iterator[list[Edits]]:
    """Ways to let the gradient through a place that cuts the graph off: a detach, or a forward pass under no_grad.

    What the place made is detached instead where it is used, but for the last use; or nowhere.

    Args:
        code: the file.
        cut: the place.
    """
    node = code.node_at(cut, ast.expr)
    if node is None:
        return
    statement = code.statement_of(node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "detach":
        opened, outer = uncalled(code, node), statement
    else:
        block = next((each for each in code.around(node) if isinstance(each, ast.With)), None)
        if block is None or len(block.items) != 1 or not switches_off(block.items[0].context_expr):
            return
        opened, outer = unwrapped(code, block), block
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    uses = _reads_of(code, outer, target.id) if isinstance(target, ast.Name) else []
    if len(uses) > 1:
        yield [opened, *(called(code, name, ".detach()") for names in uses[:-1] for name in names)]
    yield [opened]


def walked_too(code: Code, left_out: Site, step: ast.stmt) -> Edits:
    """A loss that no backward starts from, added to the one from which the last backward before a step starts.

    Args:
        code: the file.
        left_out: the expression of the loss.
        step: the step.
    """
    made = code.node_at(left_out, ast.expr)
    statement = code.statement_of(made) if made is not None else None
    block = code.block_of(step)
    if not isinstance(statement, ast.Assign) or statement not in block or not isinstance(statement.targets[0], ast.Name):
        return None
    name = statement.targets[0].id
    for each in reversed(block[block.index(statement) + 1 : block.index(step)]):
        walk = each.value if isinstance(each, ast.Expr) else None
        if isinstance(walk, ast.Call) and isinstance(walk.func, ast.Attribute) and walk.func.attr == "backward":
            root = walk.func.value
            start, end = code.start(walk), code.end(root)
            if code.text[start] == "(" and code.text[end : end + 1] == ")":
                return (Edit(end, end, f" + {name}"),)
            return (Edit(start, start, "("), Edit(end, end, f" + {name})")) if isinstance(root, ATOMS) else None
    return None


def meant_optimizers(code: Code, step: ast.Call) -> Iterator[tuple[str, Edits]]:
    """The other optimizers of the file, in place of the one that is stepped: the spelling, and the edits.

    Args:
        code: the file.
        step: the call.
    """
    stepped = optimizer_of(step)
    function = code.function_of(step) or code.tree
    if stepped is None:
        return
    others: dict[str, ast.expr] = {}
    for each in ast.walk(code.tree):
        if isinstance(each, ast.Assign) and len(each.targets) == 1 and isinstance(each.value, ast.Call) and any(calls(each, "parameters")):
            target = each.targets[0]
            if isinstance(target, (ast.Name, ast.Attribute)) and not same(target, stepped) and in_reach(code, target, step):
                others.setdefault(code.spelled(target), target)
    for spelled, target in others.items():
        used = any(
            owner is not None and same(owner, target) for call in calls(function, "step") if (owner := optimizer_of(call)) is not None
        )
        if not used:
            yield spelled, replaced(code, stepped, spelled)


def made_over(code: Code, made: Site, trained: Site) -> Iterator[tuple[str, list[Edits]]]:
    """An optimizer made over the module that is trained, or made when that stands: what is done, and the edits.

    Args:
        code: the file.
        made: the optimizer's construction.
        trained: the call of the module that the backward reaches.
    """
    construction, call = code.node_at(made, ast.Call), code.node_at(trained, ast.Call)
    if construction is None or call is None:
        return
    statement, given = code.statement_of(construction), list(calls(construction, "parameters"))
    if len(given) != 1 or not isinstance(given[0].func, ast.Attribute):
        return
    owner = given[0].func.value
    block = code.block_of(statement)
    for each in reversed(block[block.index(statement) + 1 :]):
        if isinstance(each, ast.Assign) and any(_part_of(target, owner) for target in each.targets):
            group = _made_of(code, statement, each)
            if group:
                yield "Create the optimizer after the model it trains", [moved_after(code, [one], each) for one in group]
            break
    module = call.func
    if isinstance(module, (ast.Name, ast.Attribute)) and in_reach(code, module, construction) and not _owned(code, module):
        spelled = code.spelled(module)
        yield f"Create the optimizer over {quoted(f'{spelled}.parameters()', 'the trained parameters')}", [replaced(code, owner, spelled)]


def parameters_in_reach(code: Code, place: ast.AST) -> list[str]:
    """The spellings of `x.parameters()` that mean something at a place, those that an optimizer is given first.

    Args:
        code: the file.
        place: the place.
    """
    found = [
        call for call in calls(code.tree, "parameters") if isinstance(call.func, ast.Attribute) and in_reach(code, call.func.value, place)
    ]
    found.sort(key=lambda call: not isinstance(code.parent(call), (ast.Call, ast.keyword)))
    return list(dict.fromkeys(code.spelled(call) for call in found if not call.args and not call.keywords))


def in_reach(code: Code, owner: ast.expr, place: ast.AST) -> bool:
    """Whether an expression over a name means the same at a place: of the same function or class, or of the module.

    Args:
        code: the file.
        owner: the expression, a name or an attribute.
        place: the place.
    """
    root = root_name(owner)
    if not root or "\n" in code.spelled(owner):
        return False
    function, other = code.function_of(owner), code.function_of(place)
    if function is other:
        return True
    if root == "self" and not isinstance(owner, ast.Name):
        own = class_of(code, owner)
        return other is not None and own is not None and own is class_of(code, place)
    return function is None


def class_of(code: Code, node: ast.AST) -> ast.ClassDef | None:
    """The innermost class that holds a node.

    Args:
        code: the file.
        node: the node.
    """
    return next((each for each in code.around(node) if isinstance(each, ast.ClassDef)), None)


def _made_of(code: Code, statement: ast.stmt, last: ast.stmt) -> list[ast.stmt]:
    """A statement and those up to another that use what it binds, in order, if all of them can be moved after the other; else none.

    A scheduler that is made of the optimizer moves with it. What is moved must not use what is bound in between: it would read another
    value there.
    """
    block = code.block_of(statement)
    group, bound_here, stay = [statement], _spelled(statement, ast.Store), []
    for each in block[block.index(statement) + 1 : block.index(last) + 1]:
        if each is last or not bound_here & _spelled(each, ast.Load):
            stay.append(each)
        else:
            group.append(each)
            bound_here |= _spelled(each, ast.Store)
    used = {name for each in group for name in _spelled(each, ast.Load)}
    rebound = {name for each in stay[:-1] for name in _spelled(each, ast.Store)}
    simple = all(isinstance(each, (ast.Assign, ast.AnnAssign, ast.Expr)) for each in group)
    return group if simple and not bound_here & _spelled(last, ast.Load) and not (used - bound_here) & rebound else []


def _spelled(statement: ast.stmt, context: type[ast.expr_context]) -> set[str]:
    """The names and attributes that a statement reads, or those that it binds."""
    places = (each for each in ast.walk(statement) if isinstance(each, (ast.Name, ast.Attribute)))
    return {ast.unparse(each) for each in places if isinstance(each.ctx, context)}


def _owned(code: Code, module: ast.expr) -> bool:
    """Whether something, by its name a class, is made over the parameters of a module."""
    for call in calls(code.tree, "parameters"):
        if isinstance(call.func, ast.Attribute) and same(call.func.value, module):
            holder = next((each for each in code.around(call) if isinstance(each, (ast.Call, ast.stmt))), None)
            function = holder.func if isinstance(holder, ast.Call) else None
            name = last_name(function)
            if name[:1].isupper():
                return True
    return False


def _part_of(target: ast.expr, owner: ast.expr) -> bool:
    """Whether what is bound is an expression or what it is read from."""
    place: ast.expr | None = owner
    while place is not None:
        if same(place, target):
            return True
        place = place.value if isinstance(place, (ast.Attribute, ast.Subscript)) else None
    return False


def _reads_of(code: Code, behind: ast.stmt, name: str) -> list[list[ast.expr]]:
    """The reads of a name that may need its graph in the statements after one, grouped by statement, up to where it is bound again."""
    block = code.block_of(behind)
    found: list[list[ast.expr]] = []
    for each in block[block.index(behind) + 1 :]:
        names = [node for node in ast.walk(each) if isinstance(node, ast.Name) and node.id == name]
        reads: list[ast.expr] = [node for node in names if isinstance(node.ctx, ast.Load)]
        with_graph = [node for node in reads if not goes_without_graph(code, node)]
        if with_graph:
            found.append(with_graph)
        if len(reads) < len(names):
            break
    return found
