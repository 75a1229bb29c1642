"""Module calls that need no graph: under `no_grad`, freeze, or with their output detached."""

from __future__ import annotations

import ast
import builtins
import itertools
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.common.names import last_name
from graphlint.fixes.edits import Edits, argument_removed, called, inserted_after, inserted_before, replaced, uncalled
from graphlint.fixes.queries.names import imported, parameters
from graphlint.fixes.queries.nodes import named
from graphlint.fixes.strategies.grad_modes import SUSPENSIONS, no_grad, under_no_grad
from graphlint.fixes.strategies.truncated_backprop import detach_operands
from graphlint.rule.code import FUNCTIONS, Code, Function
from graphlint.rule.fix import Applicability, Fix, on_line
from graphlint.rule.wording import quoted

MAX_USES = 3


def call_without_grad(code: Code, call: ast.Call) -> Iterator[Fix | None]:
    """Propose to call a module under `no_grad`, in its statement or before it, and to remove a detach in the same statement."""
    detach = _enclosing_detach(code, call)
    applicability = Applicability.SAFE if is_only_module(code, call) else Applicability.UNSAFE
    if applicability is Applicability.UNSAFE:
        hoisting = Applicability.SAFE if runs_first(code, call) else Applicability.UNSAFE
        whole = detach if detach is not None and _detached_value(detach) is call else call
        message = f"Call {named(code, call.func, otherwise='the module')} earlier, under `no_grad()`"
        yield Fix.of(message, hoisting, hoist(code, call, whole))
    block = under_no_grad(code, [code.statement_of(call)])
    yield Fix.of(
        f"Call {named(code, call.func, otherwise='the module')} under `no_grad()`", applicability, block, _without_detach(code, detach)
    )


def hoist(code: Code, call: ast.Call, whole: ast.expr) -> Edits:
    """Move a call out of its statement and before it, under `no_grad`.

    Args:
        whole: the expression to replace: the call, or an operation on it.
    """
    mode, statement = no_grad(code), code.statement_of(call)
    name = _free_name(code, call)
    if mode is None or name is None or not isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr | ast.Return):
        return None
    between = [each for each in code.around(call) if not isinstance(each, ast.stmt | ast.mod)]
    conditional = (ast.Lambda, ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, *SUSPENSIONS)
    if any(isinstance(each, conditional) for each in between[: _depth(code, call)]):
        return None
    lines = inserted_before(code, statement, f"with {mode}:", f"    {name} = {code.standalone(call)}")
    use = replaced(code, whole, name)
    return None if lines is None or use is None else (*lines, *use)


def runs_first(code: Code, call: ast.Call) -> bool:
    """Return True if no other call of the statement runs before a call, except those for its arguments."""
    inside = set(ast.walk(call)) | set(code.around(call))
    start = (call.lineno, call.col_offset)
    others = [each for each in ast.walk(code.statement_of(call)) if isinstance(each, ast.Call) and each not in inside]
    return not any((each.lineno, each.col_offset) < start for each in others)


def is_only_module(code: Code, call: ast.Call) -> bool:
    """Return True if all other calls of the statement compute the call's arguments, or are methods of its result or functions of imported
    libraries, so that none of them is another module to be trained.
    """
    libraries = imported(code)
    for each in ast.walk(code.statement_of(call)):
        if isinstance(each, ast.Call) and each not in ast.walk(call):
            root: ast.AST = each.func
            while isinstance(root, ast.Attribute | ast.Subscript | ast.Call) and root is not call:
                root = root.func if isinstance(root, ast.Call) else root.value
            method = root is call or (isinstance(each.func, ast.Attribute) and call in ast.walk(each.func.value))
            if not method and not (isinstance(root, ast.Name) and (root.id in libraries or hasattr(builtins, root.id))):
                return False
    return True


def calls_module(code: Code, node: ast.expr) -> bool:
    """Return True if an expression may be a module call: of a name that is not imported, or of an attribute of self."""
    if not isinstance(node, ast.Call):
        return False
    func = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    return isinstance(func, ast.Name) and func.id not in imported(code) and (func is node.func or func.id == "self")


def detach_output(code: Code, call: ast.Call, backward: ast.Call) -> Iterator[Fix | None]:
    """Propose to keep a backward from the module whose output another module receives.

    Args:
        call: the call of the module that the backward reaches.
    """
    retained = argument_removed(code, backward, "retain_graph")
    extras: list[Edits] = [(), retained] if retained is not None else [()]
    for extra in extras:
        yield from _detach_uses(code, call, backward, extra)
        yield from _call_under_no_grad(code, call, extra)


def detach_for(code: Code, backward: ast.Call, uses: Sequence[Site], created: Sequence[Site]) -> Iterator[Fix | None]:
    """Propose to detach a value where a loss uses it, and to free the graph that only the value's own graph needed.

    Args:
        backward: the backward of the loss.
        uses: the operation that uses the value, and its call stack, those to try first at the start.
        created: those of the value.
    """
    without_retain = argument_removed(code, backward, "retain_graph")
    for fix in detach_operands(code, uses, created):
        if fix is not None and without_retain is not None:
            yield Fix.of(fix.message, fix.applicability, fix.edits, without_retain)
        yield fix


def freeze(code: Code, call: ast.Call) -> Iterator[Edits]:
    """Yield `module.requires_grad_(False)` for the module of a call."""
    module, root = call.func, call.func
    while isinstance(root, ast.Subscript):
        if not isinstance(root.slice, ast.Constant):
            return
        root = root.value
    line = f"{code.standalone(module)}.requires_grad_(False)"
    function = code.function_of(call)
    if isinstance(root, ast.Attribute) and isinstance(root.value, ast.Name) and root.value.id == "self":
        yield from _after_binding(code, _constructor(code, call), ast.unparse(root), line)
    elif isinstance(root, ast.Name) and function is not None and root.id in parameters(function):
        loops = code.loops_of(call)
        if loops:
            yield inserted_before(code, loops[-1], line)
    elif isinstance(root, ast.Name):
        scope = function if function is not None and _binds(function, root.id) else code.tree
        yield from _after_binding(code, scope, root.id, line)


def _depth(code: Code, call: ast.Call) -> int:
    """Return the number of nodes between a call and its statement."""
    return next(number for number, each in enumerate(code.around(call)) if isinstance(each, ast.stmt))


def _free_name(code: Code, call: ast.Call) -> str | None:
    """Return a name for a call's result that the file does not use."""
    func: ast.AST = call.func
    while isinstance(func, ast.Subscript):
        func = func.value
    last = last_name(func)
    name = f"{last.lower().lstrip('_')}_output"
    return name if last and name not in code.text else None


def _detach_uses(code: Code, call: ast.Call, backward: ast.Call, extra: Edits) -> Iterator[Fix | None]:
    """Propose to detach uses of the result's name up to the backward."""
    statement = code.statement_of(call)
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name) or len(statement.targets) != 1:
        yield Fix.of(
            f"Detach the output of {named(code, call.func, otherwise='the module')}",
            Applicability.SAFE,
            called(code, call, ".detach()"),
            extra,
        )
        return
    name = statement.targets[0].id
    block = code.block_of(statement)
    last = code.statement_of(backward)
    after = [each for each in block[block.index(statement) + 1 :] if each.lineno <= last.lineno]
    uses = [
        node
        for each in after
        for node in ast.walk(each)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load) and isinstance(code.parent(node), ast.Call)
    ]
    for number in range(1, min(len(uses), MAX_USES) + 1):
        for chosen in itertools.combinations(uses[: MAX_USES + 1], number):
            edits = [called(code, each, ".detach()") for each in chosen]
            message = f"Detach {quoted(name, 'the output')}{on_line(code, code.start(chosen[0]))}"
            yield Fix.of(message, Applicability.SAFE, *edits, extra)
    if statement.value is call:
        return
    yield Fix.of(
        f"Detach the output of {named(code, call.func, otherwise='the module')}", Applicability.SAFE, called(code, call, ".detach()"), extra
    )


def _call_under_no_grad(code: Code, call: ast.Call, extra: Edits) -> Iterator[Fix | None]:
    """Propose `no_grad` for the call: with its statement if nothing else is computed there, else before it."""
    statement = code.statement_of(call)
    if is_only_module(code, call) and isinstance(statement, ast.Assign) and statement.value is call:
        yield Fix.of(
            f"Call {named(code, call.func, otherwise='the module')} under `no_grad()`",
            Applicability.SAFE,
            under_no_grad(code, [statement]),
            extra,
        )
        return
    applicability = Applicability.SAFE if runs_first(code, call) else Applicability.UNSAFE
    yield Fix.of(
        f"Call {named(code, call.func, otherwise='the module')} earlier, under `no_grad()`",
        applicability,
        hoist(code, call, call),
        extra,
    )


def _after_binding(code: Code, scope: ast.AST | None, name: str, line: str) -> Iterator[Edits]:
    """Insert a line after the last statement of a scope that binds a name."""
    if scope is None:
        return
    function = scope if isinstance(scope, FUNCTIONS) else None
    assignments = [each for each in ast.walk(scope) if isinstance(each, ast.Assign | ast.AnnAssign) and code.function_of(each) is function]
    bindings = [each for each in assignments if _binds_name(each, name)]
    if bindings and not any(code.loops_of(each) for each in bindings):
        yield inserted_after(code, max(bindings, key=lambda each: each.lineno), line)


def _binds_name(statement: ast.Assign | ast.AnnAssign, name: str) -> bool:
    """Return True if an assignment binds a name, alone or in a tuple."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    parts = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple | ast.List) else [target])]
    return any(ast.unparse(part) == name for part in parts)


def _binds(function: Function, name: str) -> bool:
    """Return True if a function binds a local name."""
    return any(isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store) for each in ast.walk(function))


def _constructor(code: Code, call: ast.Call) -> Function | None:
    """Return the `__init__` of the class around a call."""
    owner = next((each for each in code.around(call) if isinstance(each, ast.ClassDef)), None)
    return next((each for each in owner.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None) if owner else None


def _enclosing_detach(code: Code, call: ast.Call) -> ast.expr | None:
    """Return the `.detach()` or `.data` in the statement that is applied to a call, directly or through methods and indices."""
    inside: ast.AST = call
    for node in code.around(call):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func is inside and not node.args:
            if node.func.attr == "detach":
                return node
        elif isinstance(node, ast.Attribute) and node.attr == "data":
            return node
        elif not isinstance(node, ast.Attribute | ast.Subscript) and not (isinstance(node, ast.Call) and node.func is inside):
            return None
        inside = node
    return None


def _detached_value(detach: ast.expr) -> ast.expr:
    """Return the expression that is detached."""
    attribute = detach.func if isinstance(detach, ast.Call) else detach
    return attribute.value if isinstance(attribute, ast.Attribute) else detach


def _without_detach(code: Code, detach: ast.expr | None) -> Edits:
    """Remove a detach."""
    return uncalled(code, detach) if isinstance(detach, ast.Call | ast.Attribute) else ()
