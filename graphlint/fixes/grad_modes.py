"""Blocks and decorators under which no graph is recorded, and what tells whether anybody can miss it."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from graphlint.autograd.reading import TRAINING, words
from graphlint.fixes.code import FUNCTIONS, Code, Function
from graphlint.fixes.edits import Edits, decorated, inserted_before, replaced, wrapped

PAUSES = (ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)
TRAINS = frozenset(("backward", "step", "minimize"))
TRAINING_NAMES = TRAINING - {"update", "learning", "trainer"}
PLAIN_CALLS = frozenset(("float", "int", "len", "round", "str", "bool", "sum", "min", "max", "sorted", "range", "list", "tuple", "dict"))
PLAIN_METHODS = frozenset(("item", "tolist", "numpy", "size", "shape", "format", "join"))
DEEPEST = 8


def no_grad(code: Code) -> str | None:
    """How this file writes `torch.no_grad()`: None where it imports neither torch nor the name.

    Args:
        code: the file.
    """
    if code.torch is not None:
        return f"{code.torch}.no_grad()"
    for node in ast.walk(code.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "torch":
            for alias in node.names:
                if alias.name == "no_grad":
                    return f"{alias.asname or alias.name}()"
    return None


def callee(code: Code, call: ast.Call) -> str:
    """What a call calls, as a message names it.

    Args:
        code: the file.
        call: the call.
    """
    spelled = code.spelled(call.func)
    return f"`{spelled}`" if len(spelled) <= 25 and spelled.isprintable() else "the module"


def under_no_grad(code: Code, statement: ast.stmt, mode: str | None = None) -> Edits:
    """A statement put under no_grad. None where it pauses, for the mode would then hold for whoever goes on.

    Args:
        code: the file.
        statement: the statement.
        mode: another mode than no_grad.
    """
    mode = mode or no_grad(code)
    if mode is None or any(isinstance(each, PAUSES) for each in _own(statement)) or isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        return None
    return wrapped(code, [statement], f"with {mode}:")


def function_under_no_grad(code: Code, function: Function) -> Edits:
    """A function decorated with no_grad.

    Args:
        code: the file.
        function: the function.
    """
    mode = no_grad(code)
    if mode is None or isinstance(function, ast.AsyncFunctionDef):
        return None
    return decorated(code, function, f"@{mode}")


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
    sometimes = (ast.Lambda, ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, *PAUSES)
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
    libraries = _imported(code)
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
    return isinstance(func, ast.Name) and func.id not in _imported(code) and (func is node.func or func.id == "self")


def trains(node: ast.AST) -> bool:
    """Whether a node's text calls a backward, a step, or what says by its name that it trains.

    Args:
        node: a loop, a function.
    """
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute | ast.Name):
            name = each.func.attr if isinstance(each.func, ast.Attribute) else each.func.id
            if name in TRAINS or (name != "train" and TRAINING_NAMES & set(words(name))):
                return True
    return False


def returns_numbers(code: Code, node: ast.AST) -> bool:
    """Whether nothing that a function returns can be a tensor with a graph, as far as its text tells; True in module code.

    Args:
        code: the file.
        node: a node in the function.
    """
    function = code.function_of(node)
    if function is None:
        return True
    own = [each for statement in function.body for each in _own(statement)]
    if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in own):
        return False
    values = [each.value for each in own if isinstance(each, ast.Return) and each.value is not None]
    return all(_plain(own, each, frozenset()) for each in values)


def _plain(own: list[ast.AST], node: ast.expr, asked: frozenset[str]) -> bool:
    """Whether an expression is made of numbers."""
    if isinstance(node, ast.Constant | ast.JoinedStr | ast.Compare):
        return True
    if isinstance(node, ast.UnaryOp):
        return _plain(own, node.operand, asked)
    if isinstance(node, ast.BinOp):
        return _plain(own, node.left, asked) and _plain(own, node.right, asked)
    if isinstance(node, ast.List | ast.Tuple):
        return all(_plain(own, each, asked) for each in node.elts)
    if isinstance(node, ast.Dict):
        return all(_plain(own, each, asked) for each in node.values)
    if isinstance(node, ast.ListComp):
        return _plain(own, node.elt, asked)
    if isinstance(node, ast.DictComp):
        return _plain(own, node.value, asked)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            return node.func.attr in PLAIN_METHODS
        if isinstance(node.func, ast.Name) and node.func.id in ("float", "int", "len", "str", "bool"):
            return True
        return isinstance(node.func, ast.Name) and node.func.id in PLAIN_CALLS and all(_plain(own, each, asked) for each in node.args)
    if isinstance(node, ast.Name) and node.id not in asked and len(asked) < DEEPEST:
        given = list(_given(own, node.id))
        return bool(given) and all(each is not None and _plain(own, each, asked | {node.id}) for each in given)
    return isinstance(node, ast.Name) and node.id in asked


def _given(own: list[ast.AST], name: str) -> Iterator[ast.expr | None]:
    """What a function's statements bind a name to or put into it, None for what is not plain to see."""
    for node in own:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) and len(target.elts) == len(node.value.elts):
                    pairs = list(zip(target.elts, node.value.elts, strict=True))
                for each, value in pairs:
                    base = each
                    while isinstance(base, ast.Subscript | ast.Attribute):
                        base = base.value
                    if isinstance(base, ast.Name) and base.id == name:
                        yield value
                    elif isinstance(base, ast.Tuple) and any(isinstance(part, ast.Name) and part.id == name for part in base.elts):
                        yield None
        elif isinstance(node, ast.For | ast.comprehension | ast.withitem | ast.NamedExpr):
            bound = node.optional_vars if isinstance(node, ast.withitem) else node.target
            if bound is not None and any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(bound)):
                yield None
        else:
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=holder), attr="append" | "extend" | "update")) if holder == name:
                    yield from node.args


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """A node and what is in it, but for what is in functions and classes inside."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            yield from _own(child)


def _imported(code: Code) -> frozenset[str]:
    """The names that a file imports."""
    imports = [each for each in ast.walk(code.tree) if isinstance(each, ast.Import | ast.ImportFrom)]
    return frozenset((alias.asname or alias.name).split(".")[0] for each in imports for alias in each.names)


def _depth(code: Code, call: ast.Call) -> int:
    """How many nodes lie between a call and its statement."""
    return next(number for number, each in enumerate(code.around(call)) if isinstance(each, ast.stmt))


def _free_name(code: Code, call: ast.Call) -> str | None:
    """A name for a call's result that the file does not use."""
    func: ast.AST = call.func
    while isinstance(func, ast.Subscript):
        func = func.value
    last = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
    name = f"{last.lower().lstrip('_')}_output"
    return name if last and name not in code.text else None
