"""Changes in place written out of place, and tensors cloned before they are changed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.fixes.edits import Edits, argument_removed, called, inserted_before
from graphlint.fixes.lookups import body_of, expressions_at, last_name, named, statements_within
from graphlint.fixes.names import operands, parameters, uses
from graphlint.rule.code import FUNCTIONS, Code
from graphlint.rule.fix import Applicability, Fix, on_line
from graphlint.rule.wording import quoted
from graphlint.source.text_edits import Edit

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**", ast.MatMult: "@",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
FILLED = {"zero_": "zeros_like", "normal_": "randn_like", "uniform_": "rand_like"}
NO_TWIN = frozenset(
    "copy_ data_ detach_ requires_grad_ retain_grad_ set_ resize_ resize_as_ share_memory_ fill_ zero_ normal_ uniform_".split()
)
RANDOM = frozenset("bernoulli_ cauchy_ exponential_ geometric_ log_normal_ random_".split())
FRESH = frozenset("clone exp gelu log_softmax norm relu rsqrt sigmoid softmax softplus sqrt tanh".split())
ACTIVATIONS = frozenset("GELU ReLU Sigmoid Softmax Softplus Tanh".split())
LOOSER = (
    ast.BinOp,
    ast.BoolOp,
    ast.Compare,
    ast.IfExp,
    ast.Lambda,
    ast.NamedExpr,
    ast.Yield,
    ast.YieldFrom,
    ast.Tuple,
    ast.UnaryOp,
    ast.Await,
)


def out_of_place(code: Code, sites: Sequence[Site]) -> Iterator[Fix | None]:
    """The change at a place out of place, or made on a clone.

    Args:
        code: the file.
        sites: where the change happens, from the inside out.
    """
    for site in sites[:1]:
        statement = code.statement_at(site)
        if isinstance(statement, ast.AugAssign):
            yield from _augmented(code, statement)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            yield from _called_in_place(code, statement, statement.value)
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], (ast.Subscript, ast.Tuple)):
            yield from (_cloned(code, statement, each) for each in _entries(statement.targets[0]))
        if statement is not None and not isinstance(statement, ast.AugAssign):
            yield from _within(code, statement, site)
    yield from _modules(code)


def cloned_where_saved(code: Code, sites: Sequence[Site], what: str) -> Iterator[Fix | None]:
    """A clone of what is saved: the change then meets the clone, or the clone is what is saved.

    Args:
        code: the file.
        sites: where the tensor is saved, from the inside out.
        what: which tensor of the operation, "result" or an operand's name.
    """
    for node in expressions_at(code, sites[:1]):
        if what == "result" and not isinstance(code.parent(node), ast.Expr):
            yield Fix.of(f"Clone {named(code, node)}{on_line(code, code.start(node))}", Applicability.SAFE, called(code, node, ".clone()"))
        for part in operands(code, node)[:4] if what != "result" else []:
            message = f"Clone {named(code, part)}{on_line(code, code.start(part))}"
            yield Fix.of(message, Applicability.SAFE, called(code, part, ".clone()"))


def _augmented(code: Code, statement: ast.AugAssign) -> Iterator[Fix | None]:
    """`x += y` as `x = x + y`; on a clone where `x` is an entry."""
    target, sign = statement.target, OPERATORS[type(statement.op)]
    if isinstance(target, ast.Subscript):
        yield _cloned(code, statement, target)
        return
    if _is_view(code, statement, target):
        return
    spelled, start, end = code.spelled(target), code.end(target), code.start(statement.value)
    between = re.fullmatch(r"([\s\\]*)" + re.escape(sign) + r"=([\s\\]*\(?[\s\\]*)", code.text[start:end])
    if between is None:
        return
    bare = "(" not in between.group(2)
    wrap = bare and isinstance(statement.value, LOOSER)
    edits = (
        Edit(start, end, f"{between.group(1)}= {spelled} {sign}{between.group(2)}{'(' if wrap else ''}"),
        *((Edit(code.end(statement.value), code.end(statement.value), ")"),) if wrap else ()),
    )
    yield Fix.of(
        f"Write {quoted(f'{spelled} = {spelled} {sign} ...', 'the operation', 60)} out of place", _trust(code, statement, target), edits
    )


def _called_in_place(code: Code, statement: ast.Expr, call: ast.Call) -> Iterator[Fix | None]:
    """`x.add_(y)` as `x = x.add(y)`, a chain of such calls, `F.relu(x, inplace=True)` as `x = F.relu(x)`."""
    chain, base = _chain(call)
    start = code.start(statement)
    if len(chain) == 1 and chain[0].func.attr in (*FILLED, "fill_", "copy_"):  # type: ignore[attr-defined]
        yield _filled(code, statement, chain[0], base)
    elif chain and isinstance(base, (ast.Name, ast.Attribute)) and not _is_view(code, statement, base):
        spelled, edits = code.spelled(base), _renamed(code, chain)
        if edits is not None and not any(each in spelled for each in "\r\n"):
            trust = _trust(code, statement, base)
            yield Fix.of(f"Change {named(code, base)} out of place", trust, (Edit(start, start, f"{spelled} = "),), edits)
    elif chain and isinstance(base, ast.Subscript):
        yield _cloned(code, statement, base)
    given = call.args[0] if call.args else None
    if isinstance(given, (ast.Name, ast.Attribute)):
        bound = (Edit(start, start, f"{code.spelled(given)} = "),)
        message = f"Change {named(code, given)} out of place"
        if any(each.arg == "inplace" for each in call.keywords):
            yield Fix.of(message, Applicability.UNSAFE, bound, argument_removed(code, call, "inplace"))
        elif isinstance(call.func, ast.Attribute) and call.func.attr.endswith("_") and not chain:
            yield Fix.of(message, Applicability.UNSAFE, bound, _renamed(code, [call]))


def _filled(code: Code, statement: ast.Expr, call: ast.Call, base: ast.expr) -> Fix | None:
    """A new tensor in place of one that is filled anew."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if not isinstance(base, (ast.Name, ast.Attribute)):
        return _cloned(code, statement, base) if isinstance(base, ast.Subscript) else None
    spelled, new = code.spelled(base), ""
    if name in FILLED and not call.args and not call.keywords and code.torch:
        new = f"{code.torch}.{FILLED[name]}({spelled})"
    elif name == "fill_" and len(call.args) == 1 and code.torch:
        new = f"{code.torch}.full_like({spelled}, {code.spelled(call.args[0])})"
    elif name == "copy_" and len(call.args) == 1 and isinstance(call.args[0], (ast.Name, ast.Attribute)):
        new = code.spelled(call.args[0])
    if not new or any(each in new for each in "\r\n"):
        return None
    edits = (Edit(code.start(statement), code.end(statement), f"{spelled} = {new}"),)
    return Fix.of(f"Assign a new tensor to {named(code, base)}", Applicability.UNSAFE, edits)


def _within(code: Code, statement: ast.stmt, site: Site) -> Iterator[Fix | None]:
    """A call in place inside of a larger expression, out of place."""
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
    """Modules made with inplace=True, made without."""
    for node in ast.walk(code.tree):
        if isinstance(node, ast.Call) and any(each.arg == "inplace" and isinstance(each.value, ast.Constant) for each in node.keywords):
            name = last_name(node.func)
            if name[:1].isupper():
                yield Fix.of(
                    f"Remove `inplace=True` from {quoted(name, 'the module')}",
                    Applicability.UNSAFE,
                    argument_removed(code, node, "inplace"),
                )


def _cloned(code: Code, statement: ast.stmt, entry: ast.Subscript) -> Fix | None:
    """A tensor cloned before an entry of it is changed."""
    whole: ast.expr = entry
    while isinstance(whole, ast.Subscript):
        whole = whole.value
    if not isinstance(whole, (ast.Name, ast.Attribute)) or _is_view(code, statement, whole):
        return None
    spelled = code.spelled(whole)
    edits = inserted_before(code, statement, f"{spelled} = {spelled}.clone()")
    return Fix.of(f"Clone {named(code, whole)} before the change", Applicability.UNSAFE, edits)


def _entries(node: ast.expr) -> list[ast.Subscript]:
    return [each for each in (node.elts if isinstance(node, ast.Tuple) else [node]) if isinstance(each, ast.Subscript)]


def _chain(node: ast.expr) -> tuple[list[ast.Call], ast.expr]:
    """The calls of methods in place at the end of an expression, and what the first of them is called on."""
    found: list[ast.Call] = []
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        name = node.func.attr
        if not name.endswith("_") or name.endswith("__"):
            break
        found.append(node)
        node = node.func.value
    return found, node


def _renamed(code: Code, chain: Sequence[ast.Call]) -> Edits:
    """Calls with the names of their twins out of place."""
    edits: list[Edit] = []
    for call in chain:
        if not isinstance(call.func, ast.Attribute) or call.func.attr in NO_TWIN | RANDOM:
            return None
        end = code.end(call.func)
        edits.append(Edit(end - 1, end, ""))
    return tuple(edits)


def _bindings(code: Code, statement: ast.stmt, name: str) -> list[ast.Assign]:
    """The plain assignments to a name in the function of a statement, before it."""
    return [
        each
        for each in statements_within(body_of(code, statement))
        if isinstance(each, ast.Assign)
        and each.lineno < statement.lineno
        and isinstance(each.targets[0], ast.Name)
        and each.targets[0].id == name
    ]


def _is_view(code: Code, statement: ast.stmt, node: ast.expr) -> bool:
    """Whether a name is bound to a part of another tensor, which a change out of place would leave as it is."""
    return isinstance(node, ast.Name) and any(isinstance(each.value, ast.Subscript) for each in _bindings(code, statement, node.id)[-1:])


def _trust(code: Code, statement: ast.stmt, node: ast.expr) -> Applicability:
    """SAFE where nothing else can hold the tensor: it is fresh from an operation, and its name is not read before the change."""
    if not isinstance(node, ast.Name):
        return Applicability.UNSAFE
    made = _bindings(code, statement, node.id)
    function = code.function_of(statement)
    if not made or (function is not None and node.id in parameters(function)) or made[-1] not in code.block_of(statement):
        return Applicability.UNSAFE
    block = code.block_of(statement)
    between = block[block.index(made[-1]) + 1 : block.index(statement)]
    held = any(name == node.id for each in between for name, _ in uses(each)) or any(isinstance(each, FUNCTIONS) for each in between)
    return Applicability.SAFE if not held and _is_fresh(code, made[-1].value) and len(made[-1].targets) == 1 else Applicability.UNSAFE


def _is_fresh(code: Code, value: ast.expr) -> bool:
    """Whether an expression makes a tensor of its own: arithmetic, or a function of torch or an activation that computes one."""
    if isinstance(value, ast.BinOp):
        return True
    if (
        not isinstance(value, ast.Call)
        or not isinstance(value.func, ast.Attribute)
        or (value.keywords and value.keywords[-1].arg == "inplace")
    ):
        return False
    if isinstance(value.func.value, ast.Name) and value.func.value.id == "self":
        made = [
            each.value for each in ast.walk(code.tree) if isinstance(each, ast.Assign) and _is_attribute(each.targets[0], value.func.attr)
        ]
        return bool(made) and all(isinstance(each, ast.Call) and last_name(each.func) in ACTIVATIONS and not each.keywords for each in made)
    return value.func.attr in FRESH


def _is_attribute(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name
