"""Compute the summary of a file in one pass over its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphlint.project import effect_names
from graphlint.project.file_summary import ClassSummary, Effect, FileSummary, FunctionSummary, Imported, UncalledMethod, Use

_SKIPPED_FIELDS = frozenset(("ctx", "op", "ops", "annotation", "returns", "type_comment", "kind", "type_ignores", "type_params"))
_LOOP, _COLLECTS, _GLOBAL, _MENTIONS = (int(item) for item in (Effect.LOOP, Effect.COLLECTS, Effect.GLOBAL, Effect.MENTIONS))
_EVAL, _GRAD, _CUSTOM = int(Effect.EVAL), int(Effect.AUTOGRAD_GRAD | Effect.MENTIONS), int(Effect.CUSTOM_FUNCTION)
_MOVES = frozenset(("cpu", "cuda"))
_CALLS = frozenset(("forward", "__call__"))
_REMOVING = frozenset(("clear", "pop", "popleft", "popitem"))
_STRAIGHT = 13
"""The most statements of a class that is cheap to inline."""


def summarize(tree: ast.Module) -> FileSummary:
    """Return the summary of a file."""
    return _Collector().summary(tree)


@dataclass(slots=True, eq=False)
class _Scope:
    """A module, class or function under way; `receiver` is the name of the first parameter of the method around the code."""

    name: str
    line: int
    is_class: bool = False
    owner: str = ""
    receiver: str = "self"
    effects: int = 0
    calls: set[str] = field(default_factory=set)
    functions: list[_Scope] = field(default_factory=list)
    statements: int = 0


@dataclass(slots=True, eq=False)
class _Class:
    """The class at the top level whose body is under way; `method` is its method under way."""

    node: ast.ClassDef
    bases: tuple[str, ...]
    methods: dict[str, int] = field(default_factory=dict)
    method: str = ""
    branches: bool = False
    stores_state: bool = False
    returns_attribute: bool = False
    makes_parts: bool = False
    parts: set[str] = field(default_factory=set)


class _Collector:
    """The facts of a file so far."""

    def __init__(self) -> None:
        self.module = _Scope("", 0)
        self.scopes = [self.module]
        self.scope = self.module
        self.outer_class: _Class | None = None
        self.disabled = 0
        self.raising = False
        self.formatted: int | None = None
        self.origins: dict[str, str] = {}
        self.found: list[_Scope] = []
        self.classes: list[tuple[_Class, _Scope]] = []
        self.imports: list[Imported] = []
        self.definitions: set[str] = set()
        self.without_grad: set[str] = set()
        self.replaced: set[str] = set()
        self.uses: dict[str, int] = {}
        self.mentions: dict[str, list[int]] = {}
        self.stores: dict[str, list[int]] = {}
        self.replaced_attributes: set[str] = set()
        self.values: set[str] = set()
        self.prefixes: set[str] = set()
        self.attributes: set[str] = set()
        self.uncalled: list[UncalledMethod] = []
        self.tests = 0
        self.modules: set[str] = set()
        self.properties: set[str] = set()

    def summary(self, tree: ast.Module) -> FileSummary:
        """Collect the facts of a tree."""
        self.block(tree.body)
        called_names = self.module.calls
        functions = tuple(
            FunctionSummary(item.name, item.line, item.owner, Effect(item.effects), frozenset(item.calls), _last_parts(item.calls))
            for item in self.found
        )
        return FileSummary(
            functions,
            {made.node.name: self._class_summary(made, scope) for made, scope in self.classes},
            tuple(self.imports),
            frozenset(self.definitions),
            Effect(self.module.effects),
            _last_parts(called_names),
            frozenset(called_names),
            frozenset(self.without_grad),
            frozenset(self.replaced),
            {name: Use(uses) for name, uses in self.uses.items()},
            self.mentions,
            self.stores,
            frozenset(self.replaced_attributes | _emptied(called_names)),
            frozenset(self.values),
            frozenset(self.prefixes),
            frozenset((*self.mentions, *self.attributes, *self.origins.values(), *(item.module for item in self.imports))),
            tuple(item for item in self.uncalled if not self.is_other(item)),
        )

    def is_other(self, item: UncalledMethod) -> bool:
        """Return True if a statement reads a function of an imported module, or what the file makes a property."""
        return item.name in self.properties or item.receiver.partition(".")[0] in self.modules

    def _class_summary(self, made: _Class, scope: _Scope) -> ClassSummary:
        node = made.node
        first, last = node.lineno, node.end_lineno or node.lineno
        others = (other.node.name for other, _ in self.classes if other is not made)
        mentioned = frozenset(name for name in others if any(first <= line <= last for line in self.mentions.get(name, ())))
        return ClassSummary(
            node.name, first, made.bases, made.methods, Effect(scope.effects), not made.branches and scope.statements <= _STRAIGHT,
            made.stores_state, made.returns_attribute, made.makes_parts, frozenset(made.parts), mentioned,
        )  # fmt: skip

    # Traversal.

    def visit(self, node: ast.AST) -> None:
        """Collect the facts of a node and of all in it."""
        _HANDLERS[node.__class__](self, node)

    def inside(self, node: ast.AST) -> None:
        """Collect the facts of all in a node."""
        for name in _FIELDS[node.__class__]:
            value = getattr(node, name)
            if value.__class__ is list:
                if value and isinstance(value[0], ast.stmt):
                    self.block(value)
                else:
                    for item in value:
                        handler = _HANDLERS.get(item.__class__)
                        if handler is not None:
                            handler(self, item)
            else:
                handler = _HANDLERS.get(value.__class__)
                if handler is not None:
                    handler(self, value)

    def all(self, nodes: Iterable[ast.AST]) -> None:
        """Collect the facts of some nodes."""
        for node in nodes:
            self.visit(node)

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Collect the facts of statements."""
        self.scope.statements += len(body)
        for node in body:
            _HANDLERS[node.__class__](self, node)

    def enter(self, scope: _Scope, body: Sequence[ast.stmt]) -> None:
        """Collect the facts of a function or class: they count for the code around it, too."""
        outer = self.scope
        self.scopes.append(scope)
        self.scope = scope
        try:
            self.block(body)
        finally:
            self.scopes.pop()
            self.scope = outer
        outer.effects |= scope.effects
        outer.calls |= scope.calls
        outer.statements += scope.statements

    # Definitions.

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """A function."""
        outer, made = self.scope, self.outer_class
        self.mention(node.name, node.lineno)
        if len(self.scopes) == 1:
            self.definitions.add(node.name)
        named = effect_names.mentioned(node.name)
        arguments = node.args
        scope = _Scope(node.name, node.lineno, owner=outer.name if outer.is_class else "", receiver=outer.receiver)
        positional = [*arguments.posonlyargs, *arguments.args]
        if outer.is_class:
            if any(dotted(item).endswith("property") for item in node.decorator_list):
                self.properties.add(node.name)
            static = any(isinstance(item, ast.Name) and item.id == "staticmethod" for item in node.decorator_list)
            scope.receiver = positional[0].arg if positional and not static else ""
            outer.functions.append(scope)
        self.found.append(scope)
        is_method = made is not None and outer.is_class and len(self.scopes) == 2
        before = made.method if made is not None else ""
        if made is not None and is_method:
            made.methods[node.name] = node.lineno
            made.method = node.name
        self.scope = scope
        self.all(node.decorator_list)
        self.all((*arguments.defaults, *(item for item in arguments.kw_defaults if item is not None)))
        for item in (*positional, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg):
            if item is not None:
                self.mention(item.arg, item.lineno)
                scope.effects |= effect_names.mentioned(item.arg) & _MENTIONS
        self.scope = outer
        disabled = self.disabled
        self.disabled += any(may_disable_grad(item) for item in node.decorator_list)
        self.enter(scope, node.body)
        self.disabled = disabled
        if made is not None and is_method:
            made.method = before
        outer.effects |= named

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """A lambda: its code counts for the function around it."""
        self.branch()
        arguments = node.args
        self.all((*arguments.defaults, *(item for item in arguments.kw_defaults if item is not None)))
        for item in (*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg):
            if item is not None:
                self.mention(item.arg, item.lineno)
        self.visit(node.body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """A class."""
        self.mention(node.name, node.lineno)
        outer = self.outer_class
        scope = _Scope(node.name, node.lineno, is_class=True, receiver=self.scope.receiver)
        if len(self.scopes) == 1:
            self.definitions.add(node.name)
            self.outer_class = _Class(node, tuple(dotted(item) or "?" for item in node.bases))
        self.all((*node.decorator_list, *node.bases, *(item.value for item in node.keywords)))
        self.enter(scope, node.body)
        if any(item.name == "backward" for item in scope.functions) or any(dotted(item).endswith("Function") for item in node.bases):
            for item in scope.functions:
                item.effects |= _CUSTOM
            scope.effects |= _CUSTOM
        if len(self.scopes) == 1 and self.outer_class is not None:
            self.classes.append((self.outer_class, scope))
            self.outer_class = outer

    # Statements.

    def visit_Import(self, node: ast.Import) -> None:
        """An import of modules."""
        for item in node.names:
            self.imports.append(Imported(item.name, 0, ()))
            self.mention(item.asname or item.name.split(".")[0], node.lineno)
            self.modules.add(item.asname or item.name.split(".")[0])
            if item.asname:
                self.origins[item.asname] = item.name

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """An import of names."""
        module = node.module or ""
        self.imports.append(Imported(module, node.level, tuple((item.name, item.asname or item.name) for item in node.names)))
        for item in node.names:
            self.mention(item.asname or item.name, node.lineno)
            self.origins[item.asname or item.name] = f"{'.' * node.level}{module}.{item.name}"

    def visit_Global(self, node: ast.Global | ast.Nonlocal) -> None:
        """Names of outer scopes."""
        self.scope.effects |= _GLOBAL
        for name in node.names:
            self.mention(name, node.lineno)

    visit_Nonlocal = visit_Global

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        """A for loop."""
        self.scope.effects |= _LOOP
        self.branch()
        self.iterates(node.iter)
        self.inside(node)

    visit_AsyncFor = visit_For

    def visit_While(self, node: ast.While) -> None:
        """A while loop."""
        self.scope.effects |= _LOOP
        self.branch()
        self.inside(node)

    def visit_Try(self, node: ast.Try) -> None:
        """A try: it may test for an attribute."""
        self.branch()
        tests = self.tests
        self.tests += _tests_for_attribute(node)
        self.block(node.body)
        self.tests = tests
        self.all(node.handlers)
        self.block(node.orelse)
        self.block(node.finalbody)

    visit_TryStar = visit_Try

    def visit_If(self, node: ast.If | ast.IfExp | ast.Yield | ast.YieldFrom | ast.Await) -> None:
        """Code with branches; the caller decides a test for an optional argument."""
        if not (isinstance(node, ast.If | ast.IfExp) and _is_test_for_none(node.test)):
            self.branch()
        self.inside(node)

    visit_IfExp = visit_Yield = visit_YieldFrom = visit_Await = visit_If

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        """A with block: grad mode may be off in it."""
        self.branch()
        for item in node.items:
            self.visit(item.context_expr)
            if item.optional_vars is not None:
                self.visit(item.optional_vars)
        disabled, tests = self.disabled, self.tests
        self.disabled += any(may_disable_grad(item.context_expr) for item in node.items)
        self.tests += any(_expects_error(item.context_expr) for item in node.items)
        self.block(node.body)
        self.disabled, self.tests = disabled, tests

    visit_AsyncWith = visit_With

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """The loop of a comprehension."""
        self.scope.effects |= _LOOP
        self.branch()
        self.iterates(node.iter)
        self.inside(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """An except clause."""
        if node.name:
            self.mention(node.name, node.lineno)
        self.inside(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """A raise: its exception is not a part of an object."""
        self.raising = True
        self.inside(node)
        self.raising = False

    def visit_Return(self, node: ast.Return) -> None:
        """A return."""
        made = self.outer_class
        if made is not None and made.method in _CALLS and node.value is not None and self.gives_attribute(node.value):
            made.returns_attribute = True
        if node.value is not None:
            self.result(node.value)
            self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        """A statement of one expression."""
        if isinstance(node.value, ast.Attribute) and node.value.attr in effect_names.SWITCHES_AND_STEPS:
            self.not_called(node, node.value)
        self.result(node.value)
        self.visit(node.value)

    def not_called(self, statement: ast.Expr, node: ast.Attribute) -> None:
        """Collect a statement that only reads a method."""
        end = (statement.end_lineno or statement.lineno, statement.end_col_offset or 0)
        functions = tuple(item.name for item in self.scopes[1:] if not item.is_class)
        at = (statement.lineno, statement.col_offset, *end)
        self.uncalled.append(UncalledMethod(at, node.attr, dotted(node.value), functions, self.tests > 0))

    def visit_Assign(self, node: ast.Assign) -> None:
        """An assignment."""
        value = node.value
        self.result(value)
        for target in node.targets:
            if isinstance(target, ast.Tuple | ast.List):
                for item in target.elts:
                    self.stored(item)
            else:
                self.stored(target)
        if isinstance(value, ast.Call) and len(node.targets) == 1:
            name = dotted(value.func)
            if name and name == dotted(node.targets[0]):
                self.replaced.add(self.own(name))
        elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and len(node.targets) == 1:
            name = dotted(node.targets[0])
            if name and name == dotted(value.left) and self.computes(value.right):
                self.scope.effects |= _COLLECTS
        self.inside(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """An augmented assignment."""
        self.stored(node.target)
        self.result(node.value)
        if isinstance(node.op, ast.Add) and self.computes(node.value):
            self.scope.effects |= _COLLECTS
        self.inside(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """An annotated assignment."""
        if node.value is not None:
            self.stored(node.target)
            self.result(node.value)
        self.inside(node)

    # Expressions.

    def visit_Constant(self, node: ast.Constant) -> None:
        """A constant: strings count for nothing."""

    def visit_Name(self, node: ast.Name) -> None:
        """A name."""
        name = node.id
        self.mention(name, node.lineno)
        found = effect_names.mentioned(name)
        if found:
            self.scope.effects |= found

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """An f-string: before Python 3.12, the lines of the names in it are not those of the text."""
        outer, self.formatted = self.formatted, self.formatted or node.lineno
        self.inside(node)
        self.formatted = outer

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """An attribute that is read, stored or deleted, not called."""
        loads = node.ctx.__class__ is ast.Load
        if loads and node.attr in ("eval", "train"):
            self.scope.effects |= _MENTIONS
        if isinstance(node.value, ast.Name) and node.value.id == self.scope.receiver:
            if loads:
                self.values.add(node.attr)
            elif node.ctx.__class__ is ast.Store:
                self.stores.setdefault(node.attr, []).append(node.lineno)
            else:
                self.replaced_attributes.add(node.attr)
        elif not loads:
            self.replaced_attributes.add(node.attr)
        if node.attr == "param_groups":
            self.used(node.value, Use.PARAM_GROUPS)
        self.chain(node)

    def chain(self, node: ast.expr) -> None:
        """Collect the facts of an attribute chain whose end is called, subscripted or read."""
        while isinstance(node, ast.Attribute):
            name = node.attr
            self.attributes.add(name)
            found = effect_names.read(name)
            if found:
                self.scope.effects |= found
            node = node.value
            if name != "param_groups" and isinstance(node, ast.Attribute) and node.attr == "param_groups":
                self.used(node.value, Use.PARAM_GROUPS)
        self.visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """A subscript."""
        value = node.value
        if isinstance(value, ast.Attribute):
            if value.attr == "param_groups":
                self.used(value.value, Use.PARAM_GROUPS)
            self.chain(value)
            if node.ctx.__class__ is ast.Del or (node.ctx.__class__ is ast.Store and isinstance(node.slice, ast.Slice)):
                self.replaced_attributes.add(value.attr)
        else:
            self.visit(value)
        self.visit(node.slice)

    def visit_Call(self, node: ast.Call) -> None:
        """A call."""
        function = node.func
        if isinstance(function, ast.Name):
            self.call_name(node, function)
        elif isinstance(function, ast.Attribute):
            self.call_method(node, function)
        else:
            self.visit(function)
        raising, self.raising = self.raising, False
        for item in node.args:
            self.visit(item)
        for keyword in node.keywords:
            if keyword.arg is not None:
                self.attributes.add(keyword.arg)
                self.scope.effects |= effect_names.mentioned(keyword.arg) & ~int(Effect.GRAD_MODE)
            self.visit(keyword.value)
        self.raising = raising

    def call_name(self, node: ast.Call, function: ast.Name) -> None:
        """Collect the facts of a call of a plain name."""
        name = function.id
        self.mention(name, function.lineno)
        scope = self.scope
        scope.calls.add(name)
        origin = self.origins.get(name)
        scope.effects |= effect_names.called(name) | (effect_names.of_origin(origin) if origin is not None else 0)
        if name in ("getattr", "setattr", "hasattr") and len(node.args) > 1:
            self.by_name(name, node.args[0], node.args[1])
        if self.outer_class is not None and self.may_make_part(name):
            self.outer_class.makes_parts = True

    def call_method(self, node: ast.Call, function: ast.Attribute) -> None:
        """Collect the facts of a call of an attribute."""
        name, receiver, scope = function.attr, function.value, self.scope
        chain = dotted(receiver)
        own = self.own(chain)
        scope.calls.add(f"{own}.{name}")
        self.attributes.add(name)
        found = effect_names.method_called(name)
        if name == "eval" and not node.args and not node.keywords:
            found |= _EVAL | _MENTIONS
        elif name == "grad" and chain.endswith("autograd"):
            found |= _GRAD
        elif name[-1] == "_" and chain in effect_names.INITIALIZERS:
            found &= ~_MENTIONS
        elif name in effect_names.GROWING:
            if any(self.computes(item) for item in node.args):
                found |= _COLLECTS
            if node.args:
                self.result(node.args[-1])
        scope.effects |= found
        if own:
            self.use_method(node, own, name)
        if self.disabled:
            self.without_grad.add(name)
        made = self.outer_class
        if made is not None:
            if own == "self":
                made.parts.add(name)
            if name in effect_names.GROWING and self.is_own_state(receiver):
                self.keeps_state()
            full = f"{chain}.{name}"
            if self.may_make_part(full):
                made.makes_parts = True
        if isinstance(receiver, ast.Attribute):
            if receiver.attr == "param_groups":
                self.used(receiver.value, Use.PARAM_GROUPS)
            self.chain(receiver)
        else:
            self.visit(receiver)

    def use_method(self, node: ast.Call, receiver: str, name: str) -> None:
        """Collect a method's call that tells the kind of its receiver."""
        use = effect_names.METHOD_USES.get(name, Use.NONE)
        arguments = [*node.args, *(item.value for item in node.keywords)]
        first = arguments[0].value if len(arguments) == 1 and isinstance(arguments[0], ast.Constant) else None
        if name == "eval" and not arguments:
            use = Use.EVAL
        elif name == "train" and not arguments:
            use = Use.TRAIN
        elif name == "requires_grad_" and first is False:
            use = Use.FREEZE
        if use:
            self.uses[receiver] = self.uses.get(receiver, 0) | use

    def by_name(self, function: str, holder: ast.expr, name: ast.expr) -> None:
        """Collect an attribute that is read or stored by a name that is a value."""
        of_self = isinstance(holder, ast.Name) and holder.id == self.scope.receiver
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            self.scope.effects |= effect_names.read(name.value) | (_MENTIONS if name.value in ("eval", "train") else 0)
        elif of_self and function == "getattr":
            self.prefixes.add(_constant_prefix(name))
        if of_self and function == "setattr":
            self.keeps_state()

    # Facts.

    def mention(self, name: str, line: int) -> None:
        """Collect a line in which a name occurs."""
        lines = self.mentions.get(name)
        if lines is None:
            self.mentions[name] = [self.formatted or line]
        else:
            lines.append(self.formatted or line)

    def own(self, name: str) -> str:
        """Return a dotted name with `self` for the receiver of the method."""
        receiver = self.scope.receiver
        if receiver == "self" or not name or not receiver:
            return name
        return "self" + name[len(receiver) :] if name == receiver or name.startswith(receiver + ".") else name

    def used(self, node: ast.expr, use: Use) -> None:
        """Collect a use of a dotted name."""
        name = self.own(dotted(node))
        if name:
            self.uses[name] = self.uses.get(name, 0) | use

    def branch(self) -> None:
        """Note that the class under way has a branch."""
        if self.outer_class is not None:
            self.outer_class.branches = True

    def iterates(self, node: ast.expr) -> None:
        """Collect the attribute of self over which a loop iterates."""
        made = self.outer_class
        if made is not None and isinstance(node, ast.Attribute) and self.own(dotted(node.value)) == "self":
            made.parts.add(node.attr)

    def stored(self, target: ast.expr) -> None:
        """Note that the class under way stores something in an attribute of self."""
        if self.is_own_state(target):
            self.keeps_state()

    def is_own_state(self, node: ast.expr) -> bool:
        """Return True for an attribute of self, an item of one, or an attribute of one."""
        attribute = False
        while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
            attribute = attribute or isinstance(node, ast.Attribute)
            node = node.value
        return attribute and isinstance(node, ast.Name) and node.id == self.scope.receiver

    def keeps_state(self) -> None:
        """Note that the method under way, if any, stores something that outlives its call."""
        if self.outer_class is not None and self.outer_class.method not in ("", "__init__"):
            self.outer_class.stores_state = True

    def gives_attribute(self, node: ast.expr) -> bool:
        """Return True if an expression may be an attribute of self."""
        if isinstance(node, ast.IfExp):
            return self.gives_attribute(node.body) or self.gives_attribute(node.orelse)
        if isinstance(node, ast.BoolOp):
            return any(self.gives_attribute(item) for item in node.values)
        name = dotted(node)
        return bool(name) and self.own(name).startswith("self.")

    def may_make_part(self, name: str) -> bool:
        """Return True if a call of this name may create a layer, a parameter or a copy of one."""
        root, _, rest = name.partition(".")
        last = name.rpartition(".")[2]
        if last in ("Parameter", "register_module", "add_module", "register_parameter", "setattr") or last.startswith("copy"):
            return True
        if root.startswith("copy") or not last[:1].isupper() or self.raising:
            return False
        return not (root == "torch" and rest == last) and not last.endswith(("Error", "Exception", "Warning"))

    def computes(self, node: ast.expr) -> bool:
        """Return True if an expression is a call of a function or method that may be the project's own."""
        if not isinstance(node, ast.Call):
            return False
        function = node.func
        if isinstance(function, ast.Name):
            return function.id not in effect_names.NUMBERS
        return isinstance(function, ast.Attribute) and self.own(dotted(function.value)) == "self"

    def result(self, node: ast.expr) -> None:
        """Collect that a statement's value is a tensor that was moved: its graph is retained, whatever the device is."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _MOVES and not node.args:
            self.scope.effects |= _MENTIONS


_NODES = tuple(kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.AST))
_HANDLERS: Mapping[type[ast.AST], Callable[[_Collector, Any], None]] = {
    kind: getattr(_Collector, f"visit_{kind.__name__}", _Collector.inside) for kind in _NODES
}
"""The method that collects the facts of a node, by its type. Functions rather than bound methods: a collector that referred to itself
would keep the tree alive until a garbage collection."""
_FIELDS = {kind: tuple(name for name in kind._fields if name not in _SKIPPED_FIELDS) for kind in _NODES}


def dotted(node: ast.AST | None) -> str:
    """Return the dotted spelling of a name or an attribute chain; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    parts.append(node.id)
    return ".".join(reversed(parts))


def may_disable_grad(node: ast.AST) -> bool:
    """Return True if a context manager or decorator may disable grad mode."""
    if isinstance(node, ast.Call):
        first = node.args[0] if node.args else None
        if dotted(node.func).endswith("set_grad_enabled") and isinstance(first, ast.Constant) and first.value is True:
            return False
    if isinstance(node, ast.Name | ast.Attribute):
        name = node.id if isinstance(node, ast.Name) else node.attr
        if any(word in name for word in effect_names.SWITCHES):
            return True
    return any(may_disable_grad(item) for item in ast.iter_child_nodes(node))


def _tests_for_attribute(node: ast.Try) -> bool:
    """Return True if a try expects that an attribute is missing: it names AttributeError, or it catches any error of mere reads."""
    caught = [name for item in node.handlers for name in _names_of_types(item.type)]
    only_reads = all(isinstance(item, ast.Expr) and not isinstance(item.value, ast.Call) for item in node.body)
    return "AttributeError" in caught or (only_reads and bool(node.handlers))


def _names_of_types(node: ast.expr | None) -> list[str]:
    """Return the names of the exceptions of an except clause."""
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return [dotted(item).rpartition(".")[2] for item in parts]


def _expects_error(node: ast.expr) -> bool:
    """Return True for a context manager that expects its block to raise: `pytest.raises(AttributeError)`."""
    return isinstance(node, ast.Call) and dotted(node.func).rpartition(".")[2] in effect_names.RAISING_MANAGERS


def _emptied(called: Iterable[str]) -> set[str]:
    """Return the attributes whose elements some call removes."""
    parts = (name.split(".") for name in called)
    return {item[-2] for item in parts if len(item) > 2 and item[-1] in _REMOVING}


def _last_parts(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.rpartition(".")[2] for name in names)


def _constant_prefix(node: ast.expr) -> str:
    """Return the beginning of a computed name, as far as it is constant."""
    if isinstance(node, ast.JoinedStr):
        node = node.values[0] if node.values else node
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
        node = node.left
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        node = node.func.value
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return ""
    return node.value.partition("%")[0].partition("{")[0]


def _is_test_for_none(test: ast.expr) -> bool:
    """Test whether a condition compares a name with None."""
    match test:
        case ast.Compare(left=ast.Name(), ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return True
    return False
