"""Tensors stored as attributes of ctx, moved to `save_for_backward` and `saved_tensors`."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from graphlint.fixes.edits import Edits, argument_added, inserted_before, removed, replaced
from graphlint.rule.code import Code, Function


@dataclass
class Attribute:
    """One attribute of ctx: its name, the statement that sets it, and the names of its tensors."""

    name: str
    statement: ast.Assign
    values: list[str]
    single: bool


def save_for_backward(code: Code, statements: Sequence[ast.stmt]) -> Edits:
    """Save the tensors stored on ctx with one call of `save_for_backward`, and read `saved_tensors` once in backward.

    Args:
        statements: the statements of one Function that set attributes of ctx, one item for each tensor.
    """
    counts = Counter(statements)
    statements = list(counts)
    found = [_attribute(each) for each in statements]
    if any(each is not None and counts[each.statement] < len(each.values) for each in found):
        return None
    forward = code.function_of(statements[0]) if statements else None
    if forward is None or any(each is None for each in found):
        return None
    attributes = [each for each in found if each is not None]
    owner = code.parent(forward)
    backward = next((each for each in getattr(owner, "body", []) if isinstance(each, ast.FunctionDef) and each.name == "backward"), None)
    context = ast.unparse(attributes[0].statement.targets[0]).split(".")[0]
    if backward is None or not backward.args.args or any(each not in forward.body for each in statements):
        return None
    if _reads_elsewhere(code, owner, forward, backward, {each.name for each in attributes}):
        return None
    saving = _saving(code, forward, attributes, context)
    reading = _reading(code, backward, attributes, backward.args.args[0].arg)
    return (*saving, *reading) if saving is not None and reading is not None else None


def _attribute(statement: ast.stmt) -> Attribute | None:
    """Return the attribute set by `ctx.name = x` or `ctx.name = (x, y)`."""
    match statement:
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(), attr=name)], value=ast.Name(id=value)):
            return Attribute(name, statement, [value], single=True)
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(), attr=name)], value=ast.Tuple(elts=parts)):
            values = [each.id for each in parts if isinstance(each, ast.Name)]
            return Attribute(name, statement, values, single=False) if len(values) == len(parts) else None
    return None


def _reads_elsewhere(code: Code, owner: ast.AST | None, forward: Function, backward: Function, names: set[str]) -> bool:
    """Return True if forward or another method reads the attributes, or backward sets them."""
    for node in ast.walk(owner) if owner is not None else ():
        if isinstance(node, ast.Attribute) and node.attr in names:
            function, loads = code.function_of(node), isinstance(node.ctx, ast.Load)
            if function is forward and loads and isinstance(node.value, ast.Name) and _is_first(forward, node.value):
                return True
            if (function is backward and not loads) or function not in (forward, backward):
                return True
    return False


def _is_first(function: Function, name: ast.Name) -> bool:
    return bool(function.args.args) and function.args.args[0].arg == name.id


def _saving(code: Code, forward: Function, attributes: list[Attribute], context: str) -> Edits:
    """Extend the existing call in forward, or replace the last statement by a new call."""
    values = [value for each in attributes for value in each.values]
    given = {each.arg for each in forward.args.args}
    call = next((each for each in forward.body if f"{context}.save_for_backward(" in ast.unparse(each)), None)
    places = [forward.body.index(each.statement) for each in attributes] + ([forward.body.index(call)] if call else [])
    between = forward.body[min(places) : max(places) + 1]
    bound = {node.id for each in between for node in ast.walk(each) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    if bound & set(values):
        return None
    if call is not None:
        later = forward.body.index(call) == max(places)
        if not isinstance(call, ast.Expr) or not isinstance(call.value, ast.Call) or not (later or set(values) <= given):
            return None
        return _joined(argument_added(code, call.value, ", ".join(values)), *(removed(code, each.statement) for each in attributes))
    last = max(attributes, key=lambda each: each.statement.lineno)
    saved = replaced(code, last.statement, f"{context}.save_for_backward({', '.join(values)})")
    return _joined(saved, *(removed(code, each.statement) for each in attributes if each is not last))


def _reading(code: Code, backward: ast.FunctionDef, attributes: list[Attribute], context: str) -> Edits:
    """Bind the names in backward where `saved_tensors` is read already, else where an attribute is first bound to a name,
    else at the start.
    """
    aliases = [_alias(backward, each, context) for each in attributes]
    used = {each.id for each in ast.walk(backward) if isinstance(each, ast.Name)} | {each.arg for each in backward.args.args}
    names: list[str] = []
    groups: list[Edits] = []
    for attribute, alias in zip(attributes, aliases, strict=True):
        bound = _targets(alias) if alias is not None else _names(attribute, used)
        if bound is None:
            return None
        names += bound
        for node in _reads(backward, attribute, context):
            parent = code.parent(node)
            if alias is not None and parent is alias:
                continue
            match parent:
                case ast.Subscript(slice=ast.Constant(value=int(index))) if not attribute.single and parent.value is node:
                    groups.append(replaced(code, parent, bound[index]) if index < len(bound) else None)
                case _:
                    groups.append(replaced(code, node, bound[0] if attribute.single else f"({', '.join(bound)})"))
    assignments = [each for each in aliases if each is not None]
    read = f"{context}.saved_tensors"
    unpacking = next((each for each in backward.body if isinstance(each, ast.Assign) and ast.unparse(each.value) == read), None)
    if unpacking is None and read in ast.unparse(backward):
        return None
    if unpacking is not None:
        target = unpacking.targets[0]
        if not isinstance(target, ast.Tuple) or any(isinstance(each, ast.Starred) for each in target.elts):
            return None
        source = ", ".join([*(code.spelled(each) for each in target.elts), *names])
        return _joined(replaced(code, target, source), *groups, *(removed(code, each) for each in assignments))
    line = f"{', '.join(names) if len(names) > 1 else f'({names[0]},)'} = {context}.saved_tensors"
    body = [each for each in backward.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
    if assignments and assignments[0] is body[0]:
        return _joined(replaced(code, assignments[0], line), *groups, *(removed(code, each) for each in assignments[1:]))
    return _joined(inserted_before(code, body[0], line), *groups, *(removed(code, each) for each in assignments)) if body else None


def _reads(backward: ast.FunctionDef, attribute: Attribute, context: str) -> list[ast.Attribute]:
    """Return the reads of an attribute of ctx in backward."""
    source = f"{context}.{attribute.name}"
    return [each for each in ast.walk(backward) if isinstance(each, ast.Attribute) and ast.unparse(each) == source]


def _alias(backward: ast.FunctionDef, attribute: Attribute, context: str) -> ast.Assign | None:
    """Return the statement of backward that binds an attribute's tensors to names."""
    for each in backward.body:
        if isinstance(each, ast.Assign) and len(each.targets) == 1 and ast.unparse(each.value) == f"{context}.{attribute.name}":
            names = _targets(each)
            if names is not None and len(names) == len(attribute.values) and isinstance(each.targets[0], ast.Name) == attribute.single:
                return each
    return None


def _targets(alias: ast.Assign) -> list[str] | None:
    target = alias.targets[0]
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [each.id for each in parts if isinstance(each, ast.Name)]
    return names if len(names) == len(parts) else None


def _names(attribute: Attribute, used: set[str]) -> list[str] | None:
    """Return names that backward does not use: those of forward, or the attribute's own."""
    if not used & set(attribute.values):
        return attribute.values
    return [attribute.name] if attribute.single and attribute.name not in used else None


def _joined(*groups: Edits) -> Edits:
    """Join groups of edits; None if one of them is None."""
    return None if any(each is None for each in groups) else tuple(edit for each in groups if each is not None for edit in each)
