"""The statements from which a value was computed: backward through assignments, arguments, results and attributes.

The traceback gives the calls in progress, so that a parameter leads to the argument of the one call that was running.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeGuard

from graphlint.common.names import last_name
from graphlint.explain.locate import LocatedFrame
from graphlint.explain.syntax import Function, SyntaxTree, dotted, names_read

MOST_STEPS = 200
STORING = frozenset(("append", "add", "insert", "put", "extend", "setdefault", "push", "update"))


class Step(NamedTuple):
    """One definition on the way back: the statement, the value that it assigns, and the name that it defines. `distance` counts steps."""

    tree: SyntaxTree
    statement: ast.stmt
    value: ast.expr
    name: str
    distance: int
    depth: int


@dataclass(eq=False)
class Slicer:
    """Follows values backward through the files of a traceback.

    Attributes:
        frames: the frames of the user's code, outermost first.
        trees: the tree of each of them.
    """

    frames: Sequence[LocatedFrame]
    trees: Sequence[SyntaxTree]
    _seen: set[tuple[int, str]] = field(default_factory=set)

    def steps(self, expression: ast.expr, depth: int | None = None) -> list[Step]:
        """Return the definitions from which an expression was computed, the nearest first.

        Args:
            depth: the index of its frame; the innermost by default.
        """
        self._seen = set()
        start = len(self.frames) - 1 if depth is None else depth
        pending: deque[tuple[ast.expr, int, int, int | None]] = deque([(expression, start, 0, None)])
        found: list[Step] = []
        while pending and len(found) < MOST_STEPS:
            value, index, distance, element = pending.popleft()
            for step in self._definitions_in(value, index, distance + 1, element):
                found.append(step)
                pending.append((step.value, step.depth, step.distance, _unpacked_element(step)))
        return found

    def leads_inside(self, step: Step) -> bool:
        """Return True if the value of a step is the result of a function of the same file, whose own steps follow."""
        return isinstance(step.value, ast.Call) and bool(self._called(step.tree, step.value))

    def constructs(self, step: Step) -> bool:
        """Return True if a step creates an instance of a class of the same file."""
        if not isinstance(step.value, ast.Call):
            return False
        name = last_name(step.value.func)
        return any(isinstance(statement, ast.ClassDef) and statement.name == name for statement in step.tree.statements)

    def _definitions_in(self, value: ast.expr, depth: int, distance: int, element: int | None) -> Iterator[Step]:
        tree = self.trees[depth]
        for call in (node for node in ast.walk(value) if isinstance(node, ast.Call)):
            for function in self._called(tree, call):
                yield from self._results(tree, function, depth, distance, element if call is value else None)
        for name in names_read(value):
            yield from self._of_name(tree, value, name, depth, distance)

    def _of_name(self, tree: SyntaxTree, use: ast.expr, name: str, depth: int, distance: int) -> Iterator[Step]:
        function = tree.function_of(use)
        if name.startswith("self."):
            owner = tree.class_of(use)
            scope: ast.AST = owner if owner is not None else tree.module
        else:
            scope = function if function is not None else tree.module
        key = (id(scope), name)
        if key in self._seen:
            return
        self._seen.add(key)
        definitions = [each for each in _definitions(tree, scope, name) if not _calls_own_method(tree, each[0], name)]
        if definitions:
            for statement, value in _reaching(tree, definitions, use):
                yield Step(tree=tree, statement=statement, value=value, name=name, distance=distance, depth=depth)
        elif "." in name:
            holder, _, attribute = name.rpartition(".")
            for owner in _classes_of(tree, holder):
                for statement, value in _definitions(tree, owner, f"self.{attribute}"):
                    yield Step(tree=tree, statement=statement, value=value, name=name, distance=distance, depth=depth)
        else:
            yield from self._from_outside(tree, function, name, depth, distance)

    def _from_outside(self, tree: SyntaxTree, function: Function | None, name: str, depth: int, distance: int) -> Iterator[Step]:
        """Yield what a parameter, a variable of an enclosing function or a global variable is bound to."""
        while function is not None:
            parameters = _parameters(function)
            if name in parameters:
                yield from self._argument(function, parameters.index(name), name, depth, distance)
                return
            function = tree.function_of(function)
            if function is not None and (definitions := list(_definitions(tree, function, name))):
                yield from (
                    Step(tree=tree, statement=statement, value=value, name=name, distance=distance, depth=depth)
                    for statement, value in definitions
                )
                return
        for statement, value in _definitions(tree, tree.module, name):
            yield Step(tree=tree, statement=statement, value=value, name=name, distance=distance, depth=depth)

    def _argument(self, function: Function, position: int, name: str, depth: int, distance: int) -> Iterator[Step]:
        """Yield the argument of the call in progress of a function, of the only other calls in its file if there is none."""
        for index in range(depth - 1, -1, -1):
            tree = self.trees[index]
            statement = tree.statement_at(self.frames[index].line)
            if statement is not None:
                for call in _calls(statement, function.name):
                    value = _passed(call, function, position, name)
                    if value is not None:
                        yield Step(tree=tree, statement=statement, value=value, name=name, distance=distance, depth=index)
                        return
        tree = self.trees[depth]
        owner = tree.class_of(function) if function.name == "__init__" else None
        for statement in tree.statements:
            if not hasattr(statement, "body"):
                for call in _calls(statement, function.name if owner is None else owner.name):
                    value = _passed(call, function, position, name)
                    if value is not None:
                        yield Step(tree=tree, statement=statement, value=value, name=name, distance=distance, depth=depth)
                        return
        yield from self._from_hooks(tree, function, depth, distance)

    def _from_hooks(self, tree: SyntaxTree, function: Function, depth: int, distance: int) -> Iterator[Step]:
        """Yield the results of the other methods of a class: a framework that calls its methods passes them on."""
        owner = tree.class_of(function)
        for method in owner.body if owner is not None else ():
            if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and method is not function:
                yield from self._results(tree, method, depth, distance)

    def _called(self, tree: SyntaxTree, call: ast.Call) -> list[Function]:
        """Return the functions of the same file that a call may call."""
        name = dotted(call.func)
        if not name or (isinstance(call.func, ast.Attribute) and not name.startswith("self.") and name.count(".") > 1):
            return []
        found = tree.functions_named(last_name(call.func))
        return found or [method for owner in _classes_of(tree, name) for method in owner.body if _is_calling(method)]

    def _results(self, tree: SyntaxTree, function: Function, depth: int, distance: int, element: int | None = None) -> Iterator[Step]:
        """Yield the results of a function; of a tuple only the element with a number, if one is given."""
        key = (id(function), f"return {element}")
        if key in self._seen:
            return
        self._seen.add(key)
        for node in ast.walk(function):
            if isinstance(node, ast.Return | ast.Expr) and tree.function_of(node) is function:
                value = node.value
                if isinstance(node, ast.Expr):
                    value = node.value.value if isinstance(node.value, ast.Yield) else None
                if isinstance(value, ast.Tuple) and element is not None and element < len(value.elts):
                    value = value.elts[element]
                if value is not None:
                    yield Step(tree=tree, statement=node, value=value, name=f"{function.name}()", distance=distance, depth=depth)


def _unpacked_element(step: Step) -> int | None:
    """Return the number of the element of its value that a step binds to its name; None if it binds the whole value."""
    for target in step.statement.targets if isinstance(step.statement, ast.Assign) and step.statement.value is step.value else ():
        if isinstance(target, ast.Tuple | ast.List) and not any(isinstance(each, ast.Starred) for each in target.elts):
            return next((index for index, each in enumerate(target.elts) if dotted(each) == step.name), None)
    return None


def _classes_of(tree: SyntaxTree, name: str) -> Iterator[ast.ClassDef]:
    """Yield the classes of a file whose instances are bound to a name."""
    classes = {statement.name: statement for statement in tree.statements if isinstance(statement, ast.ClassDef)}
    for statement in tree.statements:
        for target, value in _pairs(statement) if isinstance(statement, ast.Assign) else ():
            made = classes.get(last_name(value.func)) if isinstance(value, ast.Call) else None
            if made is not None and dotted(target) == name:
                yield made


def _pairs(statement: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the targets of an assignment, each with its value: of `a, b = f(), g()`, each name with its call."""
    for target in statement.targets:
        value = statement.value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            yield from zip(target.elts, value.elts, strict=True)
        else:
            yield target, value


def _calls_own_method(tree: SyntaxTree, statement: ast.stmt, name: str) -> bool:
    """Return True for `buffer.add(x)` if `buffer` is of a class of the file with this method: what it stores is seen in the method."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or dotted(call.func).rpartition(".")[0] != name:
        return False
    methods = (each for owner in _classes_of(tree, name) for each in owner.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))
    return any(method.name == last_name(call.func) for method in methods)


def _is_calling(node: ast.stmt) -> TypeGuard[Function]:
    """Return True for the method that a call of an instance runs."""
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in ("__call__", "forward")


def _definitions(tree: SyntaxTree, scope: ast.AST, name: str) -> Iterator[tuple[ast.stmt, ast.expr]]:
    """Yield the statements in a scope that give a name, a part of it or an attribute of it a value, with the value."""
    holder = scope if not isinstance(scope, ast.Module) else None
    for statement in tree.statements:
        if holder is not None and not isinstance(scope, ast.ClassDef) and tree.function_of(statement) is not scope:
            continue
        if isinstance(scope, ast.ClassDef) and tree.class_of(statement) is not scope:
            continue
        if holder is None and tree.function_of(statement) is not None and "." not in name and not _stores_in(statement, name):
            continue
        yield from ((statement, value) for value in _assigned(statement, name))


def _assigned(statement: ast.stmt, name: str) -> Iterator[ast.expr]:
    """Yield the values that a statement gives a name, or stores in what it names."""
    match statement:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _of_target(target, value, name)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield from _of_target(target, value, name)
        case ast.AugAssign(target=target, value=value) if _is_name_or_part(target, name):
            yield value
        case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value):
            yield from _of_target(target, value, name)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            for item in items:
                if item.optional_vars is not None:
                    yield from _of_target(item.optional_vars, item.context_expr, name)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=receiver, attr=attribute), args=args)) if attribute in STORING and args:
            if dotted(receiver) == name:
                yield args[-1]
    if not hasattr(statement, "body"):
        for node in ast.walk(statement):
            if isinstance(node, ast.NamedExpr) and node.target.id == name:
                yield node.value


def _of_target(target: ast.expr, value: ast.expr, name: str) -> Iterator[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        known = value.elts if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts) else None
        for index, element in enumerate(target.elts):
            taken = element.value if isinstance(element, ast.Starred) else element
            yield from _of_target(taken, value if known is None else known[index], name)
    elif _is_name_or_part(target, name):
        yield value


def _is_name_or_part(target: ast.expr, name: str) -> bool:
    """Return True if a target is a name, an item of it, or an attribute of it."""
    if dotted(target) == name:
        return True
    if isinstance(target, ast.Subscript):
        return _is_name_or_part(target.value, name)
    return isinstance(target, ast.Attribute) and name != "self" and dotted(target.value) == name


def _stores_in(statement: ast.stmt, name: str) -> bool:
    """Return True if a statement stores in an item or attribute of a global variable: it need not be in the module's own code."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    stored = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and last_name(statement.value.func) in STORING
    return stored or any(isinstance(target, ast.Subscript | ast.Attribute) and _is_name_or_part(target, name) for target in targets)


def _reaching(tree: SyntaxTree, definitions: Sequence[tuple[ast.stmt, ast.expr]], use: ast.expr) -> Iterator[tuple[ast.stmt, ast.expr]]:
    """Yield the definitions that may reach a use: the last one before it, those on branches, and those of a common loop."""
    own = tree.statement_of(use)
    loops, blocks = set(tree.loops_of(use)), set() if own is None else set(tree.around(own))
    before = [each for each in definitions if each[0].lineno < use.lineno or (each[0] is own and isinstance(own, ast.For))]
    settled = [index for index, (each, _) in enumerate(before) if _is_plain(each) and next(tree.around(each), None) in blocks]
    yield from reversed(before[settled[-1] if settled else 0 :])
    for statement, value in definitions:
        elsewhere = tree.function_of(statement) is not tree.function_of(use)
        if (statement, value) not in before and (not loops or elsewhere or loops & set(tree.loops_of(statement))):
            yield statement, value


def _is_plain(statement: ast.stmt) -> bool:
    """Return True if a statement replaces the whole value of a name."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return bool(targets) and all(isinstance(each, ast.Name | ast.Tuple | ast.List) or dotted(each).startswith("self.") for each in targets)


def _calls(statement: ast.AST, name: str) -> list[ast.Call]:
    """Return the calls of a function in a statement; without the block of a compound one."""
    nodes = ast.walk(statement)
    return [node for node in nodes if isinstance(node, ast.Call) and (last_name(node.func) == name or name in ("__call__", "forward"))]


def _parameters(function: Function) -> list[str]:
    arguments = function.args
    return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _passed(call: ast.Call, function: Function, position: int, name: str) -> ast.expr | None:
    """Return the argument of a call for a parameter."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    parameters = _parameters(function)
    shift = 1 if parameters[:1] in (["self"], ["cls"]) else 0
    index = position - shift
    return call.args[index] if 0 <= index < len(call.args) and not any(isinstance(each, ast.Starred) for each in call.args) else None
