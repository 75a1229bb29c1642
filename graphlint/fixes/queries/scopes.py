"""Scopes of a module: the variable of each name, and the outer variables that a call of a function reads and binds.

A set of variables is an integer with one bit for each variable, so that joins and differences are single operations.
"""

from __future__ import annotations

import ast
import builtins
import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from graphlint.common.tables import is_table
from graphlint.fixes.queries.nodes import root_name
from graphlint.rule.code import FUNCTIONS, Function

BUILTINS = frozenset(dir(builtins))
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
INSTANCE_CALLS = ("forward", "__call__")


class Kind(enum.Enum):
    """Python's kinds of scopes."""

    MODULE = "module"
    FUNCTION = "function"
    CLASS = "class"
    COMPREHENSION = "comprehension"


@dataclass(eq=False)
class Scope:
    """One scope. `frame` is the module or function that executes it: itself for a function, the enclosing one for a class body.

    Of a frame, `own` are the variables of it and of the scopes that it executes; `reads` and `binds` are those of other frames that a call
    of it reads or binds, including functions that it calls.
    """

    kind: Kind
    name: str
    parent: Scope | None
    parameters: tuple[str, ...] = ()
    bound: set[str] = field(default_factory=set)
    declared: dict[str, type[ast.stmt]] = field(default_factory=dict)
    names_read: set[str] = field(default_factory=set)
    calls: list[ast.Call] = field(default_factory=list)
    resolved: dict[str, int] = field(default_factory=dict)
    own: int = 0
    reads: int = 0
    binds: int = 0

    @property
    def frame(self) -> Scope:
        """The module or function that executes this scope."""
        scope = self
        while scope.parent is not None and scope.kind in (Kind.CLASS, Kind.COMPREHENSION):
            scope = scope.parent
        return scope

    @property
    def binder(self) -> Scope:
        """The scope in which `:=` binds: the innermost one that is not a comprehension."""
        scope = self
        while scope.parent is not None and scope.kind is Kind.COMPREHENSION:
            scope = scope.parent
        return scope


class Scopes:
    """All scopes of a module."""

    def __init__(self, tree: ast.Module) -> None:
        self.module = Scope(Kind.MODULE, "", None)
        self.of: dict[ast.AST, Scope] = {tree: self.module}
        self.names: list[str] = []
        self.bound_somewhere = 0
        self._numbers: dict[tuple[Scope, str], int] = {}
        self._functions: dict[int, list[Scope]] = {}
        self._methods: dict[str, list[Scope]] = {}
        self._imported: set[str] = set()
        self._defined: list[tuple[Scope, str, Scope]] = []
        self._classes: list[tuple[Scope, str]] = []
        self._star = False
        for statement in tree.body:
            self._visit(statement, self.module)
        self._resolve()

    def variable(self, scope: Scope, name: str) -> int:
        """Return the bit of the variable that a name refers to in a scope; 0 for a builtin, and for a name that a star import may bind."""
        found = scope.resolved.get(name)
        if found is None:
            owner = self._owner(scope, name)
            builtin = owner is self.module and (name in BUILTINS or (name.startswith("__") and name.endswith("__")))
            unknown = self._star and owner is self.module and name not in owner.bound
            found = scope.resolved[name] = 0 if builtin or unknown else self._bit(owner, name)
        return found

    def name_of(self, variable: int) -> str:
        """Return the name of a variable."""
        return self.names[variable.bit_length() - 1]

    def called(self, call: ast.Call, scope: Scope) -> Iterator[Scope]:
        """Return the functions of the module that a call may execute: the named one, methods of this name, functions among its
        arguments."""
        yield from self._called(call.func, scope)
        for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
            if isinstance(argument, ast.Lambda):
                yield self.of[argument]
            elif isinstance(argument, ast.Name):
                yield from self._functions.get(self.variable(scope, argument.id), ())

    def _called(self, func: ast.expr, scope: Scope) -> Iterator[Scope]:
        if isinstance(func, ast.Name):
            known = self._functions.get(self.variable(scope, func.id))
            if known is None and func.id not in self._imported and func.id not in BUILTINS:
                known = [each for name in INSTANCE_CALLS for each in self._methods.get(name, ())]
            yield from known or ()
        elif isinstance(func, ast.Attribute) and root_name(func) not in self._imported:
            methods = self._methods.get(func.attr)
            yield from methods if methods is not None else (each for name in INSTANCE_CALLS for each in self._methods.get(name, ()))

    def _owner(self, scope: Scope, name: str) -> Scope:
        """Return the scope that owns the variable of a name."""
        place: Scope | None = scope
        while place is not None:
            declared = place.declared.get(name)
            if declared is ast.Global:
                return self.module
            if declared is None and name in place.bound and (place is scope or place.kind is not Kind.CLASS):
                return place
            place = place.parent
        return self.module

    def _bit(self, owner: Scope, name: str) -> int:
        number = self._numbers.get((owner, name))
        if number is None:
            number = self._numbers[owner, name] = len(self.names)
            self.names.append(name)
            owner.frame.own |= 1 << number
        return 1 << number

    def _resolve(self) -> None:
        """Find the variables of all names, and the outer variables that functions read and bind."""
        for scope in self.of.values():
            self.module.bound.update(name for name in scope.bound if scope.declared.get(name) is ast.Global)
        for scope in self.of.values():
            for name in scope.bound:
                self.bound_somewhere |= self.variable(scope, name)
            frame = scope.frame
            frame.reads |= sum_of(
                self.variable(scope, name) for name in scope.names_read if name not in scope.declared or name not in scope.bound
            )
            frame.binds |= sum_of(self.variable(scope, name) for name in scope.declared if name in scope.bound)
        for outer, name in self._classes:
            self._functions.setdefault(self.variable(outer, name), [])
        for outer, name, function in self._defined:
            self._functions.setdefault(self.variable(outer, name), []).append(function)
        callees: dict[Scope, set[Scope]] = {}
        for scope in self.of.values():
            callees.setdefault(scope.frame, set()).update(each for call in scope.calls for each in self.called(call, scope))
            scope.reads &= ~scope.own
        changed = True
        while changed:
            changed = False
            for frame, functions in callees.items():
                before = frame.reads, frame.binds
                frame.reads |= sum_of(each.reads for each in functions) & ~frame.own
                frame.binds |= sum_of(each.binds for each in functions) & ~frame.own
                changed = changed or before != (frame.reads, frame.binds)

    def _visit(self, node: ast.AST, scope: Scope) -> None:
        """Record the names that a node binds, reads and calls in its scope."""
        if isinstance(node, ast.Name):
            (scope.names_read if isinstance(node.ctx, ast.Load) else scope.bound).add(node.id)
        elif isinstance(node, (*FUNCTIONS, ast.Lambda)):
            self._function(node, scope)
        elif isinstance(node, ast.ClassDef):
            scope.bound.add(node.name)
            self._all((*node.decorator_list, *node.bases, *(each.value for each in node.keywords)), scope)
            inner = self._scope(node, Kind.CLASS, node.name, scope)
            self._all(node.body, inner)
            self._classes.append((scope, node.name))
            for each in node.body:
                if isinstance(each, FUNCTIONS):
                    self._methods.setdefault(each.name, []).append(self.of[each])
                    if each.name in ("__init__", "__post_init__"):
                        self._defined.append((scope, node.name, self.of[each]))
        elif isinstance(node, ast.Attribute):
            attribute = attribute_of_new_object(node, scope)
            if attribute and isinstance(node.ctx, ast.Store):
                scope.bound.add(attribute)
            self._visit(node.value, scope)
        elif isinstance(node, COMPREHENSIONS):
            self._visit(node.generators[0].iter, scope)
            inner = self._scope(node, Kind.COMPREHENSION, "", scope)
            self._all((child for child in parts_inside(node)), inner)
        elif isinstance(node, ast.NamedExpr):
            self._visit(node.value, scope)
            scope.binder.bound.add(node.target.id)
        else:
            scope.bound.update(bound_by_text(node))
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self._imported.update(bound_by_text(node))
                self._star = self._star or any(alias.name == "*" for alias in node.names)
            elif isinstance(node, (ast.Global, ast.Nonlocal)):
                scope.declared.update(dict.fromkeys(node.names, type(node)))
            elif isinstance(node, ast.Call):
                scope.calls.append(node)
            if not is_table(node):
                self._all(ast.iter_child_nodes(node), scope)

    def _function(self, node: Function | ast.Lambda, scope: Scope) -> None:
        name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
        self._all(evaluated_at_definition(node), scope)
        inner = self._scope(node, Kind.FUNCTION, name, scope)
        if not isinstance(node, ast.Lambda):
            scope.bound.add(name)
            self._defined.append((scope, name, inner))
        inner.parameters = tuple(each.arg for each in arguments_of(node))
        inner.bound.update(inner.parameters)
        self._all([node.body] if isinstance(node, ast.Lambda) else node.body, inner)

    def _scope(self, node: ast.AST, kind: Kind, name: str, parent: Scope) -> Scope:
        self.of[node] = Scope(kind, ".".join(part for part in (parent.name, name) if part), parent)
        return self.of[node]

    def _all(self, nodes: Iterable[ast.AST], scope: Scope) -> None:
        for node in nodes:
            self._visit(node, scope)


def sum_of(sets: Iterable[int]) -> int:
    """Return the union of sets of variables."""
    union = 0
    for each in sets:
        union |= each
    return union


def attribute_of_new_object(node: ast.Attribute, scope: Scope) -> str:
    """Return the name `self.x` of an attribute in a constructor, "" elsewhere.

    In a constructor such an attribute is unbound until it is assigned, like a variable; in other methods the constructor has bound it.
    """
    inside = scope.kind is Kind.FUNCTION and scope.name.endswith(".__init__")
    if not inside or not isinstance(node.value, ast.Name) or node.value.id not in scope.parameters[:1]:
        return ""
    return f"{node.value.id}.{node.attr}"


def bound_by_text(node: ast.AST) -> tuple[str, ...]:
    """Return the names that a node binds without a `Name` node: imports, handlers, patterns."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return tuple((alias.asname or alias.name).split(".")[0] for alias in node.names if alias.name != "*")
    if isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        return (node.name,) if node.name is not None else ()
    return (node.rest,) if isinstance(node, ast.MatchMapping) and node.rest is not None else ()


def arguments_of(node: Function | ast.Lambda) -> list[ast.arg]:
    """Return all parameters of a function."""
    given = node.args
    others = [each for each in (given.vararg, given.kwarg) if each is not None]
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *others]


def evaluated_at_definition(node: Function | ast.Lambda) -> Iterator[ast.expr]:
    """Return the expressions that are evaluated at a function's definition: decorators and defaults. Annotations may not be."""
    if not isinstance(node, ast.Lambda):
        yield from node.decorator_list
    yield from (each for each in (*node.args.defaults, *node.args.kw_defaults) if each is not None)


def parts_inside(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> Iterator[ast.expr]:
    """Return the parts of a comprehension that are evaluated in its own scope, in order: all but the first iterable."""
    for number, each in enumerate(node.generators):
        if number:
            yield each.iter
        yield each.target
        yield from each.ifs
    yield from (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
