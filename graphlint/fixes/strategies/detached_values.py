"""Values kept without their graphs: what is added to a total, stored in a collection, or handed to a function that does so, and the
results of a detach that is dropped.

What is detached is guessed: which of several operands brings the graph, only the analysis of the changed text knows. Each way is the
expressions that are detached together; those of one expression come first.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from graphlint.autograd.events import Site
from graphlint.fixes.detaches import without_graph
from graphlint.fixes.edits import Edits, called, removed
from graphlint.fixes.lookups import last_name, named
from graphlint.fixes.names import bound_before, may_bind, parameters
from graphlint.fixes.strategies.grad_modes import under_no_grad
from graphlint.rule.code import Code, Function
from graphlint.rule.fix import Applicability, Fix, on_line
from graphlint.rule.wording import quoted
from graphlint.source.text_edits import Edit

Together: TypeAlias = "tuple[ast.expr, ...]"
NUMBERS = frozenset(("len", "float", "int", "round", "bool", "str", "range"))
PLAIN_METHODS = frozenset(("item", "tolist", "numpy", "size", "keys", "items", "dim", "numel"))
LOOKING = frozenset(("print", "float", "round", "len", "min", "max", "sum", "sorted", "str", "format", "int"))
MOST = 6


class Handed(NamedTuple):
    """Where a parameter of a function gets its value: a call's arguments, what it calls, and whether some call gives a number."""

    arguments: list[ast.expr]
    callee: str
    numbers: bool


def result_bound(code: Code, statement: ast.stmt | None) -> Iterator[Fix | None]:
    """Ways to use the result of a detach that is dropped: bound to the name, or in a list built anew.

    Args:
        code: the file.
        statement: the statement that drops it.
    """
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and isinstance(statement.value.func, ast.Attribute):
        target = receiver_of(statement.value)
        if target is not None:
            message = f"Assign the result to {named(code, target)}"
            yield Fix.of(message, Applicability.UNSAFE, bound_to(code, statement, target))
            block = code.block_of(statement)
            made = bound_before(code, statement, target.id) if isinstance(target, ast.Name) else None
            if made is not None and block.index(made) + 1 == block.index(statement) and statement.value.func.attr == "detach":
                groups = (under_no_grad(code, [made]), removed(code, statement))
                yield Fix.of(f"Compute {named(code, target)} under `no_grad()`", Applicability.UNSAFE, *groups)
    elif isinstance(statement, ast.Assign):
        yield Fix.of("Rebuild the list from the detached tensors", Applicability.UNSAFE, list_rebuilt(code, statement))


def added(code: Code, statement: ast.stmt) -> Iterator[Together]:
    """What a statement adds to a total, or joins or compares with it.

    Args:
        code: the file.
        statement: the statement that changes the total.
    """
    if isinstance(statement, ast.AugAssign):
        yield (_core(code, statement.value),)
    elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        branches = isinstance(statement.value, ast.IfExp)
        found = [each for each in _new(code, statement.value, ast.unparse(target)) if not _number(code, each)]
        yield from (tuple(found),) if branches and found else _subsets(found)
        if not found:
            yield (statement.value,)
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        yield from _subsets([_core(code, each) for each in statement.value.args if not _number(code, each)])


def stored(code: Code, statement: ast.stmt) -> Iterator[Together]:
    """What a statement stores.

    Args:
        code: the file.
        statement: the statement that stores.
    """
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        given = [*statement.value.args, *(each.value for each in statement.value.keywords)]
    elif isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign) and statement.value is not None:
        given = [statement.value]
    else:
        return
    yield from _subsets([part for each in given for part in _parts(code, each) if not _number(code, part)])


def detached_together(code: Code, together: Together, message: str, applicability: Applicability, method: str = ".detach()") -> Fix | None:
    """The fix that detaches some expressions.

    Args:
        code: the file.
        together: the expressions.
        message: what it does, with {} for what is detached.
        applicability: how far it can be trusted.
        method: what is called on them.
    """
    groups: list[Edits] = [called(code, each, method) for each in together]
    return Fix.of(message.format(named(code, *together)), applicability, *groups)


def before_or_inside(code: Code, together: Together, caller: Site | None) -> Iterator[Fix | None]:
    """Ways to detach some expressions: where they are handed to the function they are in, if they are its parameters; else on the spot.

    Args:
        code: the file.
        together: the expressions.
        caller: the call that led to the function, where there is one.
    """
    function = code.function_of(code.statement_of(together[0]))
    names = dict.fromkeys(each.id for each in together if isinstance(each, ast.Name))
    handed = [_handed(code, function, name, caller) for name in names] if function else []
    given = [each for each in handed if each is not None]
    for arguments in itertools.product(*(each.arguments for each in given)) if given and len(given) == len(together) else ():
        message = f"Detach {{}} in the call of {quoted(given[0].callee, 'the function', 26)}"
        applicability = Applicability.UNSAFE if any(_is_parameter(code, each) for each in arguments) else Applicability.SAFE
        yield detached_together(code, arguments, message, applicability)
    if not any(each.numbers for each in given):
        yield detached_together(
            code, together, f"Detach {{}}{on_line(code, code.start(together[0]))}", Applicability.UNSAFE if given else Applicability.SAFE
        )


def as_numbers(code: Code, together: Together, holder: ast.expr, where: str) -> Fix | None:
    """The fix that takes the number of a tensor; None where it may have several elements, or a tensor is expected later.

    Args:
        code: the file.
        together: the expressions.
        holder: what they are added to or stored in.
        where: what happens on the spot, such as "Add {} as a number".
    """
    scope = code.function_of(code.statement_of(together[0])) or code.tree
    if not all(isinstance(each, ast.Name) and _scalar(scope, each.id) for each in together):
        return None
    if not isinstance(holder, ast.Name) or not _only_looked_at(code, scope, holder.id):
        return None
    return detached_together(code, together, where, Applicability.UNSAFE, ".item()")


def receiver_of(call: ast.expr) -> ast.expr | None:
    """What a chain of method calls begins with, if something can be bound to it: `h` of `h.detach().cpu()`.

    Args:
        call: the outermost call.
    """
    while isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        call = call.func.value
    return call if isinstance(call, (ast.Name, ast.Attribute, ast.Subscript)) else None


def bound_to(code: Code, statement: ast.Expr, target: ast.expr) -> Edits:
    """The value of an expression statement bound_to to a target.

    Args:
        code: the file.
        statement: the statement.
        target: a name, attribute or item, as the statement spells it.
    """
    spelled = code.spelled(target)
    if "\n" in spelled or "\r" in spelled or (isinstance(target, ast.Name) and not may_bind(code, statement, target.id)):
        return None
    start = code.start(statement)
    return (Edit(start, start, f"{spelled} = "),)


def list_rebuilt(code: Code, statement: ast.Assign) -> Edits:
    """A loop that does nothing but bind its variable turned into a new list under the name of the old one.

    Args:
        code: the file.
        statement: the loop's only statement, `s = s.detach()`.
    """
    loop = code.parent(statement)
    if not isinstance(loop, ast.For) or loop.body != [statement] or loop.orelse or len(statement.targets) != 1:
        return None
    target, states = statement.targets[0], loop.iter
    if not isinstance(target, ast.Name) or not isinstance(loop.target, ast.Name) or target.id != loop.target.id:
        return None
    if isinstance(states, ast.Name):
        if not may_bind(code, loop, states.id):
            return None
    elif not isinstance(states, ast.Attribute):
        return None
    spelled = [code.spelled(each) for each in (states, statement.value)]
    between = code.text[code.end(loop.iter) : code.start(statement)]
    if any("\n" in each or "\r" in each for each in spelled) or "#" in between:
        return None
    text = f"{spelled[0]} = [{spelled[1]} for {target.id} in {spelled[0]}]"
    return (Edit(code.start(loop), code.end(loop), text),)


def _subsets(found: Sequence[ast.expr]) -> Iterator[Together]:
    """One by one, then all, then two by two, then all but one. The proof refuses all where some of them are enough."""
    few = [each for each in found if not without_graph(each)][:MOST]
    yield from ((each,) for each in few)
    if len(few) > 1:
        yield tuple(few)
    if len(few) > 2:
        yield from itertools.combinations(few, 2)
    if len(few) > 3:
        yield from itertools.combinations(few, len(few) - 1)


def _new(code: Code, node: ast.expr, target: str) -> list[ast.expr]:
    """What an expression adds to what its target holds already."""
    if not any(isinstance(each, ast.expr) and ast.unparse(each) == target for each in ast.walk(node)):
        return [_core(code, node)]
    if ast.unparse(node) == target:
        return []
    if isinstance(node, ast.IfExp):
        return [*_new(code, node.body, target), *_new(code, node.orelse, target)]
    if isinstance(node, ast.BinOp):
        both = [_new(code, node.left, target), _new(code, node.right, target)]
        if isinstance(node.op, ast.Add | ast.Sub):
            return [*both[0], *both[1]]
        inside = [side for side in (node.left, node.right) if target in ast.unparse(side)]
        return _new(code, inside[0], target) if len(inside) == 1 else []
    if isinstance(node, ast.Call):
        method = [node.func.value] if isinstance(node.func, ast.Attribute) and target in ast.unparse(node.func) else []
        return [part for each in (*method, *node.args) for part in _new(code, each, target)]
    if isinstance(node, ast.List | ast.Tuple):
        return [part for each in node.elts for part in _new(code, each, target)]
    return []


def _core(code: Code, node: ast.expr) -> ast.expr:
    """The factor of a term that is no number, the whole term where that is not plain to see."""
    if isinstance(node, ast.UnaryOp):
        return _core(code, node.operand)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
        if _number(code, node.left) and isinstance(node.op, ast.Mult):
            return _core(code, node.right)
        if _number(code, node.right):
            return _core(code, node.left)
    return node


def _parts(code: Code, node: ast.expr) -> list[ast.expr]:
    """The parts of what is stored: of a display its elements, of a new object the arguments."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return [part for each in node.elts for part in _parts(code, each)]
    if isinstance(node, ast.Dict):
        return [part for each in node.values for part in _parts(code, each)]
    if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
        return _parts(code, node.elt)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and isinstance(node.right, ast.List | ast.Tuple | ast.ListComp):
        return _parts(code, node.right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and (node.func.id[:1].isupper() or node.func.id == "dict"):
        return [part for each in (*node.args, *(key.value for key in node.keywords)) for part in _parts(code, each)]
    if isinstance(node, ast.Starred | ast.Lambda | ast.JoinedStr):
        return []
    return [_core(code, node)]


def _number(code: Code, node: ast.expr) -> bool:
    """Whether an expression is plainly no tensor."""
    if isinstance(node, ast.Constant | ast.JoinedStr | ast.Lambda | ast.Compare):
        return True
    if isinstance(node, ast.UnaryOp):
        return _number(code, node.operand)
    if isinstance(node, ast.BinOp):
        return _number(code, node.left) and _number(code, node.right)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            return node.func.attr in PLAIN_METHODS
        return isinstance(node.func, ast.Name) and node.func.id in NUMBERS
    if isinstance(node, ast.Name):
        function = code.function_of(node)
        return function is not None and isinstance(parameters(function).get(node.id), ast.Constant)
    return False


def _handed(code: Code, function: Function, name: str, caller: Site | None) -> Handed | None:
    """The arguments that may give a name its value: None if it is no parameter, nor taken from `**options` by a loop."""
    options = function.args.kwarg.arg if function.args.kwarg else ""
    positional = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    if isinstance(code.parent(function), ast.ClassDef) and positional[:1] in (["self"], ["cls"]):
        positional = positional[1:]
    looped = bool(options) and _looped_over(function, name, options)
    if name not in positional and name not in {each.arg for each in function.args.kwonlyargs} and not looped:
        return None

    def given(call: ast.Call) -> list[ast.expr]:
        if looped:
            return [each.value for each in call.keywords if each.arg is not None]
        by_name = [each.value for each in call.keywords if each.arg == name]
        place = positional.index(name) if name in positional else len(call.args)
        plain = not any(isinstance(each, ast.Starred) for each in call.args)
        return by_name or ([call.args[place]] if place < len(call.args) and plain else [])

    calls = [each for each in ast.walk(code.tree) if isinstance(each, ast.Call) and _calls(each, function.name)]
    numbers = any(_number(code, each) for call in calls for each in given(call))
    call = code.node_at(caller, ast.Call) if caller is not None else None
    if call is None or not _calls(call, function.name):
        return Handed([], "", numbers)
    callee = call.func.attr if isinstance(call.func, ast.Attribute) else code.spelled(call.func)
    return Handed([_core(code, each) for each in given(call) if not _number(code, each)], callee, numbers)


def _calls(call: ast.Call, name: str) -> bool:
    """Whether a call may be one of a function of this name."""
    return last_name(call.func) == name or name in ("__call__", "__init__")


def _looped_over(function: Function, name: str, options: str) -> bool:
    """Whether a loop of a function binds a name to what a dict of options holds."""
    loops = [each for each in ast.walk(function) if isinstance(each, ast.For)]
    return any(
        any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(loop.target))
        and any(isinstance(each, ast.Name) and each.id == options for each in ast.walk(loop.iter))
        for loop in loops
    )


def _scalar(scope: ast.AST, name: str) -> bool:
    """Whether backward() is called on a name without a gradient, which PyTorch does for scalars only."""
    return any(
        isinstance(each, ast.Call)
        and isinstance(each.func, ast.Attribute)
        and each.func.attr == "backward"
        and not each.args
        and isinstance(each.func.value, ast.Name)
        and each.func.value.id == name
        for each in ast.walk(scope)
    )


def _formats(node: ast.AST | None) -> bool:
    """Whether an operation may be the formatting of a string by %."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant)


def _only_looked_at(code: Code, scope: ast.AST, name: str) -> bool:
    """Whether all that happens to a total or a list is that it is added to, printed or made a number of."""
    for node in ast.walk(code.tree):
        if not isinstance(node, ast.Name) or node.id != name or not isinstance(node.ctx, ast.Load):
            continue
        inside: ast.AST = node
        above = code.parent(node)
        if isinstance(above, ast.Attribute) and above.attr == "append":
            continue
        while isinstance(above, ast.BinOp | ast.UnaryOp) or (isinstance(above, ast.Tuple) and _formats(code.parent(above))):
            inside, above = above, code.parent(above)
        looks = isinstance(above, ast.FormattedValue | ast.Assign | ast.AugAssign) or (
            isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id in LOOKING
        )
        if isinstance(above, ast.Assign) and not any(isinstance(each, ast.Name) and each.id == name for each in above.targets):
            looks = False
        if not looks or (code.function_of(node) or code.tree) is not scope or inside is None:
            return False
        outer = code.parent(above) if isinstance(above, ast.Call) else None
        if isinstance(outer, ast.Attribute | ast.Return | ast.Subscript):
            return False
    return not any(isinstance(each, ast.Global | ast.Nonlocal) and name in each.names for each in ast.walk(scope))


def _is_parameter(code: Code, node: ast.expr) -> bool:
    """Whether an expression is a parameter of the function that it stands in."""
    function = code.function_of(node)
    return isinstance(node, ast.Name) and function is not None and node.id in parameters(function)
