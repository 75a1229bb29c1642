"""Values retained without their graphs: terms of a total, elements of a collection, arguments of a function that stores them, results of
a discarded detach.

The expressions to detach are candidates: only the analysis of the changed text shows which of several operands has the graph. Each
candidate is a tuple of expressions to detach; single expressions come first.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from graphlint.autograd.events import Site
from graphlint.common.names import last_name
from graphlint.fixes.edits import Edits, assigned, called, removed, replaced
from graphlint.fixes.queries.detaches import without_graph
from graphlint.fixes.queries.names import bound_before, may_bind, parameters
from graphlint.fixes.queries.nodes import named
from graphlint.fixes.queries.passed_values import PassedValues, bound_values, passed_values
from graphlint.fixes.strategies.grad_modes import under_no_grad
from graphlint.rule.code import Code, Function
from graphlint.rule.fix import Applicability, Fix, on_line
from graphlint.rule.wording import quoted

Expressions: TypeAlias = "tuple[ast.expr, ...]"
NUMBERS = frozenset(("len", "float", "int", "round", "bool", "str", "range"))
PLAIN_METHODS = frozenset(("item", "tolist", "numpy", "size", "keys", "items", "dim", "numel"))
READING = frozenset(("print", "float", "round", "len", "min", "max", "sum", "sorted", "str", "format", "int"))
MAX_CANDIDATES = 6


class Arguments(NamedTuple):
    """The arguments passed for a parameter, the callee's name, and whether some call passes a number."""

    arguments: list[ast.expr]
    callee: str
    numbers: bool


def use_result(code: Code, statement: ast.stmt | None) -> Iterator[Fix | None]:
    """Propose to use the result of a discarded detach: assigned to the name, or in a new list."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and isinstance(statement.value.func, ast.Attribute):
        target = receiver_of(statement.value)
        if target is not None:
            message = f"Assign the result to {named(code, target)}"
            yield Fix.of(message, Applicability.UNSAFE, assign_to(code, statement, target))
            block = code.block_of(statement)
            binding = bound_before(code, statement, target.id) if isinstance(target, ast.Name) else None
            if binding is not None and block.index(binding) + 1 == block.index(statement) and statement.value.func.attr == "detach":
                groups = (under_no_grad(code, [binding]), removed(code, statement))
                yield Fix.of(f"Compute {named(code, target)} under `no_grad()`", Applicability.UNSAFE, *groups)
    elif isinstance(statement, ast.Assign):
        yield Fix.of("Rebuild the list from the detached tensors", Applicability.UNSAFE, rebuild_list(code, statement))


def added_terms(code: Code, statement: ast.stmt) -> Iterator[Expressions]:
    """Yield the expressions that a statement adds to a total, joins with it or compares with it."""
    if isinstance(statement, ast.AugAssign):
        yield (_core(code, statement.value),)
    elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        branches = isinstance(statement.value, ast.IfExp)
        terms = [each for each in _new_terms(code, statement.value, ast.unparse(target)) if not _is_number(code, each)]
        yield from (tuple(terms),) if branches and terms else _subsets(terms)
        if not terms:
            yield (statement.value,)
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        yield from _subsets([_core(code, each) for each in statement.value.args if not _is_number(code, each)])


def stored_values(code: Code, statement: ast.stmt) -> Iterator[Expressions]:
    """Yield the expressions that a statement stores."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        values = [*statement.value.args, *(each.value for each in statement.value.keywords)]
    elif isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign) and statement.value is not None:
        values = [statement.value]
    else:
        return
    yield from _subsets([part for each in values for part in _parts(code, each) if not _is_number(code, part)])


def detach_all(code: Code, expressions: Expressions, message: str, applicability: Applicability, method: str = ".detach()") -> Fix | None:
    """Detach some expressions.

    Args:
        message: the fix title, with {} for the expressions.
        method: the suffix of each expression.
    """
    groups: list[Edits] = [called(code, each, method) for each in expressions]
    return Fix.of(message.format(named(code, *expressions)), applicability, *groups)


def detach_in_call_or_here(code: Code, expressions: Expressions, caller: Site | None) -> Iterator[Fix | None]:
    """Propose to detach some expressions: in the call of the enclosing function if they are its parameters, else in place.

    Args:
        caller: the call of the function, if there is one.
    """
    function = code.function_of(code.statement_of(expressions[0]))
    groups = [_arguments_of(code, function, each, caller) for each in expressions] if function else []
    in_call = [list(_subsets([part for item in group for part in item.arguments])) for group in groups]
    callee = next((item.callee for group in groups for item in group if item.callee), "")
    for chosen in itertools.product(*in_call):
        arguments = tuple(part for each in chosen for part in each)
        applicability = Applicability.UNSAFE if any(_is_parameter(code, each) for each in arguments) else Applicability.SAFE
        if arguments:
            message = f"Detach {{}} in the call of {quoted(callee, 'the function', 26)}"
            yield detach_all(code, arguments, message, applicability)
    if not any(group and all(item.numbers for item in group) for group in groups):
        yield detach_all(
            code,
            expressions,
            f"Detach {{}}{on_line(code, code.start(expressions[0]))}",
            Applicability.UNSAFE if any(groups) else Applicability.SAFE,
        )
    if function is not None and any(groups):
        yield _detach_tensors(code, function, expressions)


def _detach_tensors(code: Code, function: Function, expressions: Expressions) -> Fix | None:
    """Propose to detach parameters for which some callers pass tensors, and others numbers."""
    names = [each for each in expressions if isinstance(each, ast.Name) and each.id in parameters(function)]
    if code.torch is None or len(names) < len(expressions):
        return None
    groups: list[Edits] = []
    for each in names:
        text = f"{each.id}.detach() if {code.torch}.is_tensor({each.id}) else {each.id}"
        is_whole = isinstance(code.parent(each), ast.Call | ast.keyword | ast.stmt)
        groups.append(replaced(code, each, text if is_whole else f"({text})"))
    title = f"Detach {named(code, *expressions)}{on_line(code, code.start(expressions[0]))} if it is a tensor"
    return Fix.of(title, Applicability.UNSAFE, *groups)


def as_numbers(code: Code, expressions: Expressions, owner: ast.expr, message: str) -> Fix | None:
    """Take the number of a tensor; None if it may have several elements, or if a tensor is expected later.

    Args:
        owner: the total or the collection.
        message: the fix title, such as "Add {} as a number".
    """
    scope = code.function_of(code.statement_of(expressions[0])) or code.tree
    if not all(isinstance(each, ast.Name) and _is_scalar(scope, each.id) for each in expressions):
        return None
    if not isinstance(owner, ast.Name) or not _only_read(code, scope, owner.id):
        return None
    return detach_all(code, expressions, message, Applicability.UNSAFE, ".item()")


def receiver_of(call: ast.expr) -> ast.expr | None:
    """Return the start of a chain of method calls, if it can be assigned to: `h` of `h.detach().cpu()`."""
    while isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        call = call.func.value
    return call if isinstance(call, (ast.Name, ast.Attribute, ast.Subscript)) else None


def assign_to(code: Code, statement: ast.Expr, target: ast.expr) -> Edits:
    """Assign the value of an expression statement to a target."""
    if isinstance(target, ast.Name) and not may_bind(code, statement, target.id):
        return None
    return assigned(code, statement, code.standalone(target))


def rebuild_list(code: Code, statement: ast.Assign) -> Edits:
    """Replace a loop that only assigns its variable, `s = s.detach()`, by a new list under the name of the old one."""
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
    old, value = code.standalone(states), code.spelled(statement.value)
    return replaced(code, loop, f"{old} = [{value} for {target.id} in {old}]")


def _subsets(expressions: Sequence[ast.expr]) -> Iterator[Expressions]:
    """Yield single expressions, then all, then pairs, then all but one. The proof rejects all of them where fewer are enough."""
    candidates = [each for each in expressions if not without_graph(each)][:MAX_CANDIDATES]
    yield from ((each,) for each in candidates)
    if len(candidates) > 1:
        yield tuple(candidates)
    if len(candidates) > 2:
        yield from itertools.combinations(candidates, 2)
    if len(candidates) > 3:
        yield from itertools.combinations(candidates, len(candidates) - 1)


def _new_terms(code: Code, node: ast.expr, target: str) -> list[ast.expr]:
    """Return the expressions that a value adds to the old value of its target."""
    if not any(isinstance(each, ast.expr) and ast.unparse(each) == target for each in ast.walk(node)):
        return [_core(code, node)]
    if ast.unparse(node) == target:
        return []
    if isinstance(node, ast.IfExp):
        return [*_new_terms(code, node.body, target), *_new_terms(code, node.orelse, target)]
    if isinstance(node, ast.BinOp):
        both = [_new_terms(code, node.left, target), _new_terms(code, node.right, target)]
        if isinstance(node.op, ast.Add | ast.Sub):
            return [*both[0], *both[1]]
        sides = [side for side in (node.left, node.right) if target in ast.unparse(side)]
        return _new_terms(code, sides[0], target) if len(sides) == 1 else []
    if isinstance(node, ast.Call):
        method = [node.func.value] if isinstance(node.func, ast.Attribute) and target in ast.unparse(node.func) else []
        return [part for each in (*method, *node.args) for part in _new_terms(code, each, target)]
    if isinstance(node, ast.List | ast.Tuple):
        return [part for each in node.elts for part in _new_terms(code, each, target)]
    return []


def _core(code: Code, node: ast.expr) -> ast.expr:
    """Return the factor of a term that is not a number, or the whole term."""
    if isinstance(node, ast.UnaryOp):
        return _core(code, node.operand)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
        if _is_number(code, node.left) and isinstance(node.op, ast.Mult):
            return _core(code, node.right)
        if _is_number(code, node.right):
            return _core(code, node.left)
    return node


def _parts(code: Code, node: ast.expr) -> list[ast.expr]:
    """Return the parts of a stored value: the elements of a display, the arguments of a new object."""
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


def _is_number(code: Code, node: ast.expr, variables: int = 3) -> bool:
    """Return True if an expression certainly is not a tensor; up to some variables are followed."""
    if isinstance(node, ast.Constant | ast.JoinedStr | ast.Lambda | ast.Compare):
        return True
    if isinstance(node, ast.UnaryOp):
        return _is_number(code, node.operand, variables)
    if isinstance(node, ast.BinOp):
        return _is_number(code, node.left, variables) and _is_number(code, node.right, variables)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            return node.func.attr in PLAIN_METHODS
        return isinstance(node.func, ast.Name) and node.func.id in NUMBERS
    if isinstance(node, ast.Name):
        function = code.function_of(node)
        if function is not None and node.id in parameters(function):
            return isinstance(parameters(function)[node.id], ast.Constant)
        values = bound_values(code, function, node.id) if variables else []
        return bool(values) and all(_is_number(code, each, variables - 1) for each in values)
    return False


def _arguments_of(code: Code, function: Function, value: ast.expr, caller: Site | None) -> list[Arguments]:
    """Return the arguments for each parameter that decides what a value in a function is."""
    passed = passed_values(code, function, value, partial(_is_number, code))
    names = passed.names or ((value.id,) if isinstance(value, ast.Name) else ())
    found = [_arguments_for(code, function, name, caller) for name in names]
    if passed.collections and not any(found):
        found = [_arguments_for(code, function, name, caller, _elements) for name in passed.collections]
    known = [each for each in found if each is not None]
    return known or [Arguments([], "", numbers=False)] * (passed != PassedValues())


def _elements(code: Code, collection: ast.expr) -> list[ast.expr]:
    """Return the elements of a display; for any other collection, they are not known."""
    return _parts(code, collection) if isinstance(collection, ast.Dict | ast.List | ast.Tuple | ast.Set) else []


def _itself(code: Code, argument: ast.expr) -> list[ast.expr]:
    """Return the part of an argument that decides whether it is a number."""
    return [_core(code, argument)]


def _arguments_for(
    code: Code, function: Function, name: str, caller: Site | None, parts: Callable[[Code, ast.expr], list[ast.expr]] = _itself
) -> Arguments | None:
    """Return the arguments for a parameter, also for a name that a loop takes from `**options`; None for another name.

    Args:
        parts: returns the parts of an argument that the function may store.
    """
    options = function.args.kwarg.arg if function.args.kwarg else ""
    positional = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    if isinstance(code.parent(function), ast.ClassDef) and positional[:1] in (["self"], ["cls"]):
        positional = positional[1:]
    from_options = bool(options) and _takes_from_options(function, name, options)
    if name not in positional and name not in {each.arg for each in function.args.kwonlyargs} and not from_options:
        return None

    def passed(call: ast.Call) -> list[ast.expr]:
        if from_options:
            return [each.value for each in call.keywords if each.arg is not None]
        by_name = [each.value for each in call.keywords if each.arg == name]
        index = positional.index(name) if name in positional else len(call.args)
        plain = not any(isinstance(each, ast.Starred) for each in call.args)
        return by_name or ([call.args[index]] if index < len(call.args) and plain else [])

    calls = [each for each in ast.walk(code.tree) if isinstance(each, ast.Call) and _calls(each, function.name)]
    numbers = any(_is_number(code, part) for call in calls for each in passed(call) for part in parts(code, each))
    call = code.node_at(caller, ast.Call) if caller is not None else None
    if call is None or not _calls(call, function.name):
        return Arguments([], "", numbers)
    callee = call.func.attr if isinstance(call.func, ast.Attribute) else code.spelled(call.func)
    stored = [part for each in passed(call) if not _is_number(code, each) for part in parts(code, each)]
    return Arguments([each for each in stored if not _is_number(code, each)], callee, numbers)


def _calls(call: ast.Call, name: str) -> bool:
    """Return True if a call may be one of a function of this name."""
    return last_name(call.func) == name or name in ("__call__", "__init__")


def _takes_from_options(function: Function, name: str, options: str) -> bool:
    """Return True if a loop of a function binds a name to the values of a dict of options."""
    loops = [each for each in ast.walk(function) if isinstance(each, ast.For)]
    return any(
        any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(loop.target))
        and any(isinstance(each, ast.Name) and each.id == options for each in ast.walk(loop.iter))
        for loop in loops
    )


def _is_scalar(scope: ast.AST, name: str) -> bool:
    """Return True if `backward()` is called on a name without a gradient, which PyTorch allows for scalars only."""
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
    """Return True if an operation may be string formatting by %."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant)


def _only_read(code: Code, scope: ast.AST, name: str) -> bool:
    """Return True if a total or list is only added to, printed or converted to a number."""
    for node in ast.walk(code.tree):
        if not isinstance(node, ast.Name) or node.id != name or not isinstance(node.ctx, ast.Load):
            continue
        child: ast.AST = node
        parent = code.parent(node)
        if isinstance(parent, ast.Attribute) and parent.attr == "append":
            continue
        while isinstance(parent, ast.BinOp | ast.UnaryOp) or (isinstance(parent, ast.Tuple) and _formats(code.parent(parent))):
            child, parent = parent, code.parent(parent)
        reads = isinstance(parent, ast.FormattedValue | ast.Assign | ast.AugAssign) or (
            isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id in READING
        )
        if isinstance(parent, ast.Assign) and not any(isinstance(each, ast.Name) and each.id == name for each in parent.targets):
            reads = False
        if not reads or (code.function_of(node) or code.tree) is not scope or child is None:
            return False
        outer = code.parent(parent) if isinstance(parent, ast.Call) else None
        if isinstance(outer, ast.Attribute | ast.Return | ast.Subscript):
            return False
    return not any(isinstance(each, ast.Global | ast.Nonlocal) and name in each.names for each in ast.walk(scope))


def _is_parameter(code: Code, node: ast.expr) -> bool:
    """Return True if callers of the enclosing function decide what an expression is."""
    function = code.function_of(node)
    return function is not None and passed_values(code, function, node, partial(_is_number, code)) != PassedValues()
