"""Queries for names: bindings, reads, and the parts of expressions that may be tensors."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.common.names import last_name
from graphlint.fixes.queries.nodes import root_name
from graphlint.rule.code import FUNCTIONS, SCOPES, Code, Function, Loop
from graphlint.source.statements import statements

FIELDS = frozenset("data dtype device grad grad_fn H imag is_cuda is_leaf mH mT ndim real requires_grad shape T".split())
OTHERS = frozenset(
    "append children eval get items keys load_state_dict imported named_parameters parameters state_dict step train zero_grad".split()
)


def uses(node: ast.AST) -> Iterator[tuple[str, bool]]:
    """Yield the names that a node uses, in about the order of evaluation, and whether it binds them, without the bodies of nested
    functions."""
    if isinstance(node, ast.Name):
        yield node.id, not isinstance(node.ctx, ast.Load)
        return
    if isinstance(node, SCOPES):
        if not isinstance(node, ast.Lambda):
            yield node.name, True
        return
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, False
    late = ("target", "targets") if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)) else ()
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        own = {name for each in node.generators for name, binds in uses(each.target) if binds}
        yield from ((name, binds) for child in ast.iter_child_nodes(node) for name, binds in uses(child) if name not in own)
        return
    fields = [*(item for item in ast.iter_fields(node) if item[0] not in late), *((name, getattr(node, name, None)) for name in late)]
    for _, value in fields:
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from uses(child)


def bound(*nodes: ast.AST) -> set[str]:
    """Return the names that statements bind."""
    return {name for node in nodes for name, binds in uses(node) if binds}


def rebound(*nodes: ast.AST) -> set[str]:
    """Return the names that statements rebind; `x -= y` changes the tensor of its name."""
    found: set[str] = set()
    for node in nodes:
        changed = [each for each in ast.walk(node) if isinstance(each, ast.AugAssign)]
        names = [name for name, binds in uses(node) if binds]
        for each in changed:
            if isinstance(each.target, ast.Name) and each.target.id in names:
                names.remove(each.target.id)
        found.update(names)
    return found


def read(*nodes: ast.AST) -> set[str]:
    """Return the names that statements read."""
    return {name for node in nodes for name, binds in uses(node) if not binds}


def carried(loop: Loop) -> list[str]:
    """Return the names that a loop carries from one iteration to the next: read before they are bound, and bound."""
    first: dict[str, bool] = {}
    again = bound(*loop.body)
    own = bound(loop.target) if isinstance(loop, (ast.For, ast.AsyncFor)) else set()
    for statement in loop.body:
        for name, binds in uses(statement):
            first.setdefault(name, binds)
    return [name for name, binds in first.items() if not binds and name in again and name not in own]


def imported(code: Code) -> set[str]:
    """Return the names that a file imports."""
    nodes = [node for node in statements(code.tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    return {(alias.asname or alias.name).split(".")[0] for node in nodes for alias in node.names}


def no_tensors(code: Code) -> set[str]:
    """Return the names that cannot be tensors: imported, called, or with an attribute that tensors do not have."""
    found = {"self", "cls"} | imported(code)
    methods = {
        node.name for each in statements(code.tree) if isinstance(each, ast.ClassDef) for node in each.body if isinstance(node, FUNCTIONS)
    }
    for node in ast.walk(code.tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                found.add(node.func.id)
            elif isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) and node.func.attr in OTHERS | methods:
                found.add(node.func.value.id)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _is_object(node.value):
            found.add(node.targets[0].id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr not in FIELDS:
            parent = code.parent(node)
            if not (isinstance(parent, ast.Call) and parent.func is node):
                found.add(node.value.id)
    return found


def operands(code: Code, node: ast.AST) -> list[ast.expr]:
    """Return the parts of an expression or a statement that may be tensors: the longest names, attributes and subscripts."""
    known, libraries = no_tensors(code), imported(code)
    return [
        each for each in _parts(node, top=True) if not ((isinstance(each, ast.Name) and each.id in known) or root_name(each) in libraries)
    ]


def parameters(function: Function) -> dict[str, ast.expr | None]:
    """Return a function's parameters with their defaults."""
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    found = dict(zip((each.arg for each in plain), [*defaults, *arguments.defaults], strict=True))
    return found | dict(zip((each.arg for each in arguments.kwonlyargs), arguments.kw_defaults, strict=True))


def may_bind(code: Code, place: ast.AST, name: str) -> bool:
    """Return True if a name can be bound at a place without a change of its scope: it is local to the function, or declared."""
    function = code.function_of(place)
    if function is None:
        return True
    if name in parameters(function) or name in {each.arg for each in (function.args.vararg, function.args.kwarg) if each is not None}:
        return True
    for node in ast.walk(function):
        if isinstance(node, (ast.Global, ast.Nonlocal)) and name in node.names:
            return True
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store) and code.function_of(node) is function:
            return True
    return False


def bound_before(code: Code, statement: ast.stmt, name: str) -> ast.Assign | None:
    """Return the last statement before another, in the same block, that binds a name and nothing else."""
    block = code.block_of(statement)
    for each in reversed(block[: block.index(statement)]):
        if isinstance(each, ast.Assign) and len(each.targets) == 1 and isinstance(each.targets[0], ast.Name) and each.targets[0].id == name:
            return each
    return None


def _is_object(node: ast.expr) -> bool:
    """Return True if an expression creates a collection, or an instance of a class other than a tensor."""
    if isinstance(node, ast.BoolOp):
        return _is_object(node.values[0])
    if isinstance(node, ast.Call):
        name = last_name(node.func)
        return (
            name[:1].isupper()
            and len(name) > 2
            and root_name(node.func) != "self"
            and not name.endswith(("Tensor", "Parameter", "Variable"))
        )
    return isinstance(node, (ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.Tuple, ast.Set))


def _parts(node: ast.AST, top: bool = False) -> Iterator[ast.expr]:
    """Yield the parts for `operands`, including imported names."""
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and not top:
        yield node
    elif isinstance(node, (ast.Subscript, ast.Attribute)):
        yield from _parts(node.value)
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            yield from _parts(node.func.value)
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            yield from _parts(argument)
    elif isinstance(node, (ast.AugAssign, ast.Assign, ast.Return, ast.Expr)):
        if isinstance(node, ast.AugAssign):
            yield from _parts(node.target)
        if node.value is not None:
            yield from _parts(node.value)
    elif isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Tuple, ast.List, ast.Starred, ast.IfExp, ast.Compare)):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from _parts(child)
