"""In-place operations written out of place, and tensors cloned before they are modified."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.common.names import last_name
from graphlint.fixes.edits import Edits, argument_removed, assigned, attribute_renamed, called, expanded, inserted_before, replaced
from graphlint.fixes.queries.names import operands, parameters, uses
from graphlint.fixes.queries.nodes import body_of, expressions_at, named, statements_within
from graphlint.rule.code import FUNCTIONS, Code
from graphlint.rule.fix import Applicability, Fix, on_line
from graphlint.rule.wording import quoted
from graphlint.source.text_edits import Edit

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**", ast.MatMult: "@",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
FILLING = {"zero_": "zeros_like", "normal_": "randn_like", "uniform_": "rand_like"}
NO_OUT_OF_PLACE_FORM = frozenset(
    "copy_ data_ detach_ requires_grad_ retain_grad_ set_ resize_ resize_as_ share_memory_ fill_ zero_ normal_ uniform_".split()
)
RANDOM = frozenset("bernoulli_ cauchy_ exponential_ geometric_ log_normal_ random_".split())
CREATING = frozenset("clone exp gelu log_softmax norm relu rsqrt sigmoid softmax softplus sqrt tanh".split())
ACTIVATIONS = frozenset("GELU ReLU Sigmoid Softmax Softplus Tanh".split())


def out_of_place(code: Code, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """Propose to write the in-place operation at a site out of place, or to apply it to a clone.

    Args:
        sites: the operation and its call stack, from the inside out.
    """
    for site in sites[:1]:
        statement = code.statement_at(site)
        if isinstance(statement, ast.AugAssign):
            yield from _augmented(code, statement)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            yield from _called_in_place(code, statement, statement.value)
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], (ast.Subscript, ast.Tuple)):
            yield from (_cloned(code, statement, each) for each in _items(statement.targets[0]))
        if statement is not None and not isinstance(statement, ast.AugAssign):
            yield from _nested_calls(code, statement, site)
    yield from _modules(code)


def element_out_of_place(code: Code, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """Propose a new tensor in place of an element of a list that an operation changes in place: `pieces[0] = pieces[0].mul(2)`.

    Args:
        sites: the operation and its call stack, from the inside out.
    """
    statement = code.statement_at(sites[0])
    call = statement.value if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) else None
    chain, base = _chain(call) if call is not None else ([], None)
    target = statement.target if isinstance(statement, ast.AugAssign) else base
    if statement is None or not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name):
        return
    if not any(_is_list(each.value) for each in _bindings(code, statement, target.value.id)[-1:]):
        return
    title = f"Change {named(code, target)} out of place"
    if isinstance(statement, ast.AugAssign):
        yield Fix.of(title, Applicability.UNSAFE, expanded(code, statement))
    elif isinstance(statement, ast.Expr):
        yield Fix.of(title, Applicability.UNSAFE, assigned(code, statement, code.spelled(target)), _renamed(code, chain))


def _is_list(value: ast.expr) -> bool:
    """Return True if an expression creates a list."""
    return isinstance(value, ast.List | ast.ListComp) or (isinstance(value, ast.Call) and last_name(value.func) == "list")


def cloned_where_saved(code: Code, sites: Sequence[Site], *, is_result: bool) -> Iterator[Fix | None]:
    """Propose to clone the saved tensor: then the operation modifies the clone, or the clone is saved.

    Args:
        sites: the operation that saves and its call stack, from the inside out.
        is_result: True if the operation saves its result, not an operand.
    """
    for node in expressions_at(code, sites[:1]):
        if is_result and not isinstance(code.parent(node), ast.Expr) and not _is_unpacked(code, node):
            yield Fix.of(f"Clone {named(code, node)}{on_line(code, code.start(node))}", Applicability.SAFE, called(code, node, ".clone()"))
        for part in operands(code, node)[:4] if not is_result else []:
            message = f"Clone {named(code, part)}{on_line(code, code.start(part))}"
            yield Fix.of(message, Applicability.SAFE, called(code, part, ".clone()"))


def _is_unpacked(code: Code, node: ast.expr) -> bool:
    """Return True if an expression is assigned to several targets: its value is a tuple, which has no `clone`."""
    parent = code.parent(node)
    return isinstance(parent, ast.Assign) and any(isinstance(target, (ast.Tuple, ast.List)) for target in parent.targets)


def _augmented(code: Code, statement: ast.AugAssign) -> Iterator[Fix | None]:
    """Propose `x = x + y` for `x += y`; a clone if `x` is an item."""
    target, sign = statement.target, OPERATORS[type(statement.op)]
    if isinstance(target, ast.Subscript):
        yield _cloned(code, statement, target)
        return
    if _is_view(code, statement, target):
        return
    source = code.spelled(target)
    yield Fix.of(
        f"Write {quoted(f'{source} = {source} {sign} ...', 'the operation', 60)} out of place",
        _applicability(code, statement, target),
        expanded(code, statement),
    )


def _called_in_place(code: Code, statement: ast.Expr, call: ast.Call) -> Iterator[Fix | None]:
    """Propose `x = x.add(y)` for `x.add_(y)` and for chains of such calls, `x = F.relu(x)` for `F.relu(x, inplace=True)`."""
    chain, base = _chain(call)
    if len(chain) == 1 and chain[0].func.attr in (*FILLING, "fill_", "copy_"):  # type: ignore[attr-defined]
        yield _new_tensor(code, statement, chain[0], base)
    elif chain and isinstance(base, (ast.Name, ast.Attribute)) and not _is_view(code, statement, base):
        edits, assignment = _renamed(code, chain), assigned(code, statement, code.spelled(base))
        yield Fix.of(f"Change {named(code, base)} out of place", _applicability(code, statement, base), assignment, edits)
    elif chain and isinstance(base, ast.Subscript):
        yield _cloned(code, statement, base)
    argument = call.args[0] if call.args else None
    if isinstance(argument, (ast.Name, ast.Attribute)):
        assignment = assigned(code, statement, code.spelled(argument))
        message = f"Change {named(code, argument)} out of place"
        if any(each.arg == "inplace" for each in call.keywords):
            yield Fix.of(message, Applicability.UNSAFE, assignment, argument_removed(code, call, "inplace"))
        elif isinstance(call.func, ast.Attribute) and call.func.attr.endswith("_") and not chain:
            yield Fix.of(message, Applicability.UNSAFE, assignment, _renamed(code, [call]))


def _new_tensor(code: Code, statement: ast.Expr, call: ast.Call, base: ast.expr) -> Fix | None:
    """Propose a new tensor instead of one filled in place."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if not isinstance(base, (ast.Name, ast.Attribute)):
        return _cloned(code, statement, base) if isinstance(base, ast.Subscript) else None
    source, value = code.spelled(base), ""
    if name in FILLING and not call.args and not call.keywords and code.torch:
        value = f"{code.torch}.{FILLING[name]}({source})"
    elif name == "fill_" and len(call.args) == 1 and code.torch:
        value = f"{code.torch}.full_like({source}, {code.spelled(call.args[0])})"
    elif name == "copy_" and len(call.args) == 1 and isinstance(call.args[0], (ast.Name, ast.Attribute)):
        value = code.spelled(call.args[0])
    edits = replaced(code, statement, f"{source} = {value}") if value else None
    return Fix.of(f"Assign a new tensor to {named(code, base)}", Applicability.UNSAFE, edits)


def _nested_calls(code: Code, statement: ast.stmt, site: Site) -> Iterator[Fix | None]:
    """Propose the out-of-place form of an in-place call inside a larger expression."""
    for node in ast.walk(statement):
        if not isinstance(node, ast.Call) or (isinstance(statement, ast.Expr) and node is statement.value):
            continue
        if (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset) != tuple(site[1:]):
            continue
        if any(each.arg == "inplace" for each in node.keywords):
            yield Fix.of("Remove `inplace=True`", Applicability.UNSAFE, argument_removed(code, node, "inplace"))
        chain, base = _chain(node)
        if chain and not (isinstance(statement, ast.Expr) and _chain(statement.value)[1] is base):
            yield Fix.of(f"Change {named(code, base)} out of place", Applicability.UNSAFE, _renamed(code, chain))


def _modules(code: Code) -> Iterator[Fix | None]:
    """Propose to create modules without `inplace=True`."""
    for node in ast.walk(code.tree):
        if isinstance(node, ast.Call) and any(each.arg == "inplace" and isinstance(each.value, ast.Constant) for each in node.keywords):
            name = last_name(node.func)
            if name[:1].isupper():
                yield Fix.of(
                    f"Remove `inplace=True` from {quoted(name, 'the module')}",
                    Applicability.UNSAFE,
                    argument_removed(code, node, "inplace"),
                )


def _cloned(code: Code, statement: ast.stmt, item: ast.Subscript) -> Fix | None:
    """Propose to clone a tensor before an item of it is modified."""
    whole: ast.expr = item
    while isinstance(whole, ast.Subscript):
        whole = whole.value
    if not isinstance(whole, (ast.Name, ast.Attribute)) or _is_view(code, statement, whole):
        return None
    source = code.spelled(whole)
    edits = inserted_before(code, statement, f"{source} = {source}.clone()")
    return Fix.of(f"Clone {named(code, whole)} before the change", Applicability.UNSAFE, edits)


def _items(node: ast.expr) -> list[ast.Subscript]:
    return [each for each in (node.elts if isinstance(node, ast.Tuple) else [node]) if isinstance(each, ast.Subscript)]


def _chain(node: ast.expr) -> tuple[list[ast.Call], ast.expr]:
    """Return the in-place method calls at the end of an expression, and the receiver of the first of them."""
    calls: list[ast.Call] = []
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        name = node.func.attr
        if not name.endswith("_") or name.endswith("__"):
            break
        calls.append(node)
        node = node.func.value
    return calls, node


def _renamed(code: Code, chain: Sequence[ast.Call]) -> Edits:
    """Rename in-place methods to their out-of-place forms."""
    edits: list[Edit] = []
    for call in chain:
        if not isinstance(call.func, ast.Attribute) or call.func.attr in NO_OUT_OF_PLACE_FORM | RANDOM:
            return None
        renamed = attribute_renamed(code, call.func, call.func.attr.removesuffix("_"))
        if renamed is None:
            return None
        edits += renamed
    return tuple(edits)


def _bindings(code: Code, statement: ast.stmt, name: str) -> list[ast.Assign]:
    """Return the plain assignments to a name in the function of a statement, before the statement."""
    return [
        each
        for each in statements_within(body_of(code, statement))
        if isinstance(each, ast.Assign)
        and each.lineno < statement.lineno
        and isinstance(each.targets[0], ast.Name)
        and each.targets[0].id == name
    ]


def _is_view(code: Code, statement: ast.stmt, node: ast.expr) -> bool:
    """Return True if a name is bound to a part of another tensor, which an out-of-place operation would not change."""
    return isinstance(node, ast.Name) and any(isinstance(each.value, ast.Subscript) for each in _bindings(code, statement, node.id)[-1:])


def _applicability(code: Code, statement: ast.stmt, node: ast.expr) -> Applicability:
    """Return SAFE if nothing else refers to the tensor: an operation has just created it, and its name is not read before the change."""
    if not isinstance(node, ast.Name):
        return Applicability.UNSAFE
    bindings = _bindings(code, statement, node.id)
    function = code.function_of(statement)
    if not bindings or (function is not None and node.id in parameters(function)) or bindings[-1] not in code.block_of(statement):
        return Applicability.UNSAFE
    block = code.block_of(statement)
    between = block[block.index(bindings[-1]) + 1 : block.index(statement)]
    referenced = any(name == node.id for each in between for name, _ in uses(each)) or any(isinstance(each, FUNCTIONS) for each in between)
    return (
        Applicability.SAFE
        if not referenced and _creates_tensor(code, bindings[-1].value) and len(bindings[-1].targets) == 1
        else Applicability.UNSAFE
    )


def _creates_tensor(code: Code, value: ast.expr) -> bool:
    """Return True if an expression creates a tensor: arithmetic, a function of torch, or an activation."""
    if isinstance(value, ast.BinOp):
        return True
    if (
        not isinstance(value, ast.Call)
        or not isinstance(value.func, ast.Attribute)
        or (value.keywords and value.keywords[-1].arg == "inplace")
    ):
        return False
    if isinstance(value.func.value, ast.Name) and value.func.value.id == "self":
        modules = [
            each.value for each in ast.walk(code.tree) if isinstance(each, ast.Assign) and _is_attribute(each.targets[0], value.func.attr)
        ]
        return bool(modules) and all(
            isinstance(each, ast.Call) and last_name(each.func) in ACTIVATIONS and not each.keywords for each in modules
        )
    return value.func.attr in CREATING


def _is_attribute(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name
