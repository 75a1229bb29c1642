"""Calls of modules that need no graph: under no_grad, frozen, or detached where another module is fed."""

from __future__ import annotations

import ast
import builtins
import itertools
from collections.abc import Iterator

from graphlint.fixes.edits import Edits, argument_removed, called, inserted_after, inserted_before, replaced, uncalled
from graphlint.fixes.lookups import last_name, named
from graphlint.fixes.names import imported, parameters
from graphlint.fixes.strategies.grad_modes import SUSPENSIONS, no_grad, under_no_grad
from graphlint.rule.code import FUNCTIONS, Code, Function
from graphlint.rule.fix import Applicability, Fix, on_line
from graphlint.rule.wording import quoted
from graphlint.source.text_edits import Edit

USES = 3


def built_for_nothing(code: Code, call: ast.Call) -> Iterator[Fix | None]:
    """Ways to call a module under no_grad, in its statement or before it; a cut in the same statement goes.

    Args:
        code: the file.
        call: the module's call.
    """
    cut = _cut_around(code, call)
    safe = Applicability.SAFE if feeds_all(code, call) else Applicability.UNSAFE
    if safe is Applicability.UNSAFE:
        first = Applicability.SAFE if comes_first(code, call) else Applicability.UNSAFE
        whole = cut if cut is not None and _value_of(cut) is call else call
        message = f"Call {named(code, call.func, otherwise='the module')} earlier, under `no_grad()`"
        yield Fix.of(message, first, hoisted(code, call, whole))
    block = under_no_grad(code, [code.statement_of(call)])
    yield Fix.of(f"Call {named(code, call.func, otherwise='the module')} under `no_grad()`", safe, block, _uncut(code, cut))


def hoisted(code: Code, call: ast.Call, whole: ast.expr) -> Edits:
    """A call taken out of its statement and put before it, under no_grad.

    Args:
        code: the file.
        call: the call.
        whole: what its result takes the place of: the call, or what is done with it at once.
    """
    mode, statement = no_grad(code), code.statement_of(call)
    name = _free_name(code, call)
    if mode is None or name is None or not isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr | ast.Return):
        return None
    between = [each for each in code.around(call) if not isinstance(each, ast.stmt | ast.mod)]
    sometimes = (ast.Lambda, ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, *SUSPENSIONS)
    spelled = code.spelled(call)
    if any(isinstance(each, sometimes) for each in between[: _depth(code, call)]) or "\n" in spelled or "\r" in spelled:
        return None
    lines = inserted_before(code, statement, f"with {mode}:", f"{code.indent_unit}{name} = {spelled}")
    here = replaced(code, whole, name)
    return None if lines is None or here is None else (*lines, *here)


def comes_first(code: Code, call: ast.Call) -> bool:
    """Whether no other call of its statement is made before a call, but those for its arguments.

    Args:
        code: the file.
        call: the call.
    """
    inside = set(ast.walk(call)) | set(code.around(call))
    start = (call.lineno, call.col_offset)
    others = [each for each in ast.walk(code.statement_of(call)) if isinstance(each, ast.Call) and each not in inside]
    return not any((each.lineno, each.col_offset) < start for each in others)


def feeds_all(code: Code, call: ast.Call) -> bool:
    """Whether all other calls of its statement make the call's arguments, are methods of its result, or of a library that the file
    imports: that none of them is another module which shall learn.

    Args:
        code: the file.
        call: the call.
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
    """Whether an expression may be the call of a module: of a name that is not imported, or of an attribute of self.

    Args:
        code: the file.
        node: the expression.
    """
    if not isinstance(node, ast.Call):
        return False
    func = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    return isinstance(func, ast.Name) and func.id not in imported(code) and (func is node.func or func.id == "self")


def fed_without_graph(code: Code, call: ast.Call, walk: ast.Call) -> Iterator[Fix | None]:
    """Ways to keep a backward out of the module that made what another is fed with.

    Args:
        code: the file.
        call: the call of the module that the backward goes on through.
        walk: the backward.
    """
    retained = argument_removed(code, walk, "retain_graph")
    rests: list[Edits] = [(), retained] if retained is not None else [()]
    for rest in rests:
        yield from _at_its_uses(code, call, walk, rest)
        yield from _where_it_is_made(code, call, rest)


def frozen(code: Code, call: ast.Call) -> Iterator[Edits]:
    """`module.requires_grad_(False)` for the module of a call.

    Args:
        code: the file.
        call: the module's call.
    """
    module, root = call.func, call.func
    while isinstance(root, ast.Subscript):
        if not isinstance(root.slice, ast.Constant):
            return
        root = root.value
    line = f"{code.spelled(module)}.requires_grad_(False)"
    if "\n" in line or "\r" in line:
        return
    function = code.function_of(call)
    if isinstance(root, ast.Attribute) and isinstance(root.value, ast.Name) and root.value.id == "self":
        yield from _after_binding(code, _constructor(code, call), ast.unparse(root), line)
    elif isinstance(root, ast.Name) and function is not None and root.id in parameters(function):
        loops = code.loops_of(call)
        if loops:
            yield inserted_before(code, loops[-1], line)
    elif isinstance(root, ast.Name):
        bound = function if function is not None and _binds(function, root.id) else code.tree
        yield from _after_binding(code, bound, root.id, line)


def _depth(code: Code, call: ast.Call) -> int:
    """How many nodes lie between a call and its statement."""
    return next(number for number, each in enumerate(code.around(call)) if isinstance(each, ast.stmt))


def _free_name(code: Code, call: ast.Call) -> str | None:
    """A name for a call's result that the file does not use."""
    func: ast.AST = call.func
    while isinstance(func, ast.Subscript):
        func = func.value
    last = last_name(func)
    name = f"{last.lower().lstrip('_')}_output"
    return name if last and name not in code.text else None


def _at_its_uses(code: Code, call: ast.Call, walk: ast.Call, rest: Edits) -> Iterator[Fix | None]:
    """The uses of the name that the result is given, up to the backward, detached."""
    statement = code.statement_of(call)
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name) or len(statement.targets) != 1:
        yield Fix.of(
            f"Detach the output of {named(code, call.func, otherwise='the module')}",
            Applicability.SAFE,
            called(code, call, ".detach()"),
            rest,
        )
        return
    name = statement.targets[0].id
    block = code.block_of(statement)
    last = code.statement_of(walk)
    after = [each for each in block[block.index(statement) + 1 :] if each.lineno <= last.lineno]
    uses = [
        node
        for each in after
        for node in ast.walk(each)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load) and isinstance(code.parent(node), ast.Call)
    ]
    for number in range(1, min(len(uses), USES) + 1):
        for chosen in itertools.combinations(uses[: USES + 1], number):
            edits = [called(code, each, ".detach()") for each in chosen]
            message = f"Detach {quoted(name, 'the output')}{on_line(code, code.start(chosen[0]))}"
            yield Fix.of(message, Applicability.SAFE, *edits, rest)
    if statement.value is call:
        return
    yield Fix.of(
        f"Detach the output of {named(code, call.func, otherwise='the module')}", Applicability.SAFE, called(code, call, ".detach()"), rest
    )


def _where_it_is_made(code: Code, call: ast.Call, rest: Edits) -> Iterator[Fix | None]:
    """The call under no_grad: with its statement, where nothing else is computed there, else before it."""
    statement = code.statement_of(call)
    if feeds_all(code, call) and isinstance(statement, ast.Assign) and statement.value is call:
        yield Fix.of(
            f"Call {named(code, call.func, otherwise='the module')} under `no_grad()`",
            Applicability.SAFE,
            under_no_grad(code, [statement]),
            rest,
        )
        return
    applicability = Applicability.SAFE if comes_first(code, call) else Applicability.UNSAFE
    yield Fix.of(
        f"Call {named(code, call.func, otherwise='the module')} earlier, under `no_grad()`",
        applicability,
        hoisted(code, call, call),
        rest,
    )


def _after_binding(code: Code, scope: ast.AST | None, name: str, line: str) -> Iterator[Edits]:
    """A line behind the last statement of a scope that binds a name."""
    if scope is None:
        return
    function = scope if isinstance(scope, FUNCTIONS) else None
    own = [each for each in ast.walk(scope) if isinstance(each, ast.Assign | ast.AnnAssign) and code.function_of(each) is function]
    bindings = [each for each in own if _binds_name(each, name)]
    if bindings and not any(code.loops_of(each) for each in bindings):
        yield inserted_after(code, max(bindings, key=lambda each: each.lineno), line)


def _binds_name(statement: ast.Assign | ast.AnnAssign, name: str) -> bool:
    """Whether an assignment binds a name, alone or in a tuple."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    parts = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple | ast.List) else [target])]
    return any(ast.unparse(part) == name for part in parts)


def _binds(function: Function, name: str) -> bool:
    """Whether a function binds a name of its own."""
    return any(isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store) for each in ast.walk(function))


def _constructor(code: Code, call: ast.Call) -> Function | None:
    """The `__init__` of the class that a call stands in."""
    owner = next((each for each in code.around(call) if isinstance(each, ast.ClassDef)), None)
    return next((each for each in owner.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None) if owner else None


def _cut_around(code: Code, call: ast.Call) -> ast.expr | None:
    """The `.detach()` or `.data` in the call's own statement that is applied to it, or to what methods and indices make of it."""
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


def _value_of(cut: ast.expr) -> ast.expr:
    """What is cut off from its graph."""
    attribute = cut.func if isinstance(cut, ast.Call) else cut
    return attribute.value if isinstance(attribute, ast.Attribute) else cut


def _uncut(code: Code, cut: ast.expr | None) -> Edits:
    """A cut that is none any more."""
    if isinstance(cut, ast.Call):
        return uncalled(code, cut)
    if isinstance(cut, ast.Attribute):
        return (Edit(code.end(cut.value), code.end(cut), ""),)
    return ()
