"""Compute the summary of a file in one pass over its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from graphlint.common.names import last_name
from graphlint.ir.names import dotted
from graphlint.project import effect_names
from graphlint.project.collected_facts import ClassFacts, Scope
from graphlint.project.expression_facts import ExpressionFacts
from graphlint.project.file_summary import Effect, FileSummary, Imported
from graphlint.project.outline import outline_of
from graphlint.project.syntax_patterns import (
    expects_error,
    is_test_for_none,
    may_disable_grad,
    tests_for_attribute,
)
from graphlint.source.newer_nodes import NEWER
from graphlint.source.snippets.not_shown import FreeNames, NotShown
from graphlint.source.snippets.snippet import FragmentModule

_SKIPPED_FIELDS = frozenset(("ctx", "op", "ops", "annotation", "returns", "type_comment", "kind", "type_ignores", "type_params"))
_BACKWARD, _BACKWARD_IN_LOOP = int(Effect.BACKWARD), int(Effect.BACKWARD_IN_LOOP)
_LOOP, _COLLECTS, _GLOBAL, _MENTIONS = (int(item) for item in (Effect.LOOP, Effect.COLLECTS, Effect.GLOBAL, Effect.MENTIONS))
_CUSTOM, _CHANGES, _GRAD_MODE_LEFT = int(Effect.CUSTOM_FUNCTION), int(Effect.CHANGES), int(Effect.GRAD_MODE_LEFT)
_CALLS = frozenset(("forward", "__call__"))


def summarize(tree: ast.Module) -> FileSummary:
    """Return the summary of a file."""
    traversal = _Traversal()
    traversal.block(tree.body)
    for statement in tree.body:
        traversal.require(statement)
    found = traversal.summary()
    # Code that is not shown binds the other names of a fragment.
    return replace(found, unbound=frozenset(), is_fragment=True) if isinstance(tree, FragmentModule) else found


def summarize_text(tree: ast.Module, text: str) -> FileSummary:
    """Return the summary of a file with the outline of its text."""
    return replace(summarize(tree), outline=outline_of(tree, text))


class _Traversal(ExpressionFacts):
    """A traversal of a tree in the order of its text; a method for each type of node that adds facts."""

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

    def enter(self, scope: Scope, body: Sequence[ast.stmt]) -> None:
        """Collect the facts of a function or class."""
        outer = self.scope
        self.scopes.append(scope)
        self.scope = scope
        try:
            self.block(body)
        finally:
            self.scopes.pop()
            self.scope = outer
        outer.add(scope)

    # Definitions.

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """A function."""
        outer, made = self.scope, self.outer_class
        self.bind(node.name, node.lineno)
        self.bound.update(item.name for item in getattr(node, "type_params", ()))
        if len(self.scopes) == 1:
            self.definitions.add(node.name)
        named = effect_names.mentioned(node.name)
        arguments = node.args
        scope = Scope(node.name, node.lineno, owner=outer.name if outer.is_class else "", receiver=outer.receiver)
        scope.receiver_class = outer.receiver_class
        scope.is_nested = len(self.scopes) > (2 if outer.is_class else 1)
        positional = [*arguments.posonlyargs, *arguments.args]
        if outer.is_class:
            if any(dotted(item).endswith("property") for item in node.decorator_list):
                self.properties.add(node.name)
            static = any(isinstance(item, ast.Name) and item.id == "staticmethod" for item in node.decorator_list)
            scope.receiver = positional[0].arg if positional and not static else ""
            scope.receiver_class = outer.name
            outer.functions.append(scope)
        self.found.append(scope)
        is_method = made is not None and outer.is_class and len(self.scopes) == 2
        before = made.method if made is not None else ""
        if made is not None and is_method:
            made.methods[node.name] = node.lineno
            made.method = node.name
        scope.decorators = frozenset(last_name(item.func if isinstance(item, ast.Call) else item) for item in node.decorator_list)
        if len(self.scopes) == 1 or outer.is_class:
            self.decorators |= scope.decorators
        self.scope = scope
        if node.decorator_list:
            with self.in_scope_of_mode():
                self.all(node.decorator_list)
        self.all((*arguments.defaults, *(item for item in arguments.kw_defaults if item is not None)))
        parameters = [item for item in (*positional, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg) if item is not None]
        scope.parameters = frozenset(item.arg for item in parameters)
        for item in parameters:
            self.bind(item.arg, item.lineno)
            scope.effects |= effect_names.mentioned(item.arg) & _MENTIONS
        self.scope = outer
        disabled = self.disabled
        self.disabled += any(may_disable_grad(item) for item in node.decorator_list)
        self.enter(scope, node.body)
        self.disabled = disabled
        if made is not None and is_method:
            made.method = before
        outer.inner_effects |= named

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """A lambda: its code counts for the function around it."""
        self.branch()
        arguments = node.args
        self.all((*arguments.defaults, *(item for item in arguments.kw_defaults if item is not None)))
        for item in (*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg):
            if item is not None:
                self.bind(item.arg, item.lineno)
        self.visit(node.body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """A class."""
        self.bind(node.name, node.lineno)
        self.bound.update(item.name for item in getattr(node, "type_params", ()))
        outer, calls = self.outer_class, self.scope.calls
        scope = Scope(node.name, node.lineno, is_class=True, receiver=self.scope.receiver, receiver_class=self.scope.receiver_class)
        if len(self.scopes) == 1:
            self.definitions.add(node.name)
            self.module.calls = set()
            self.outer_class = ClassFacts(node, tuple(dotted(item) or "?" for item in node.bases))
        mentioned = set(self.scope.mentioned)
        self.all((*node.bases, *(item.value for item in node.keywords)))
        # A class that derives from another one does not use it by itself: its users do.
        self.scope.mentioned = mentioned
        self.all(node.decorator_list)
        self.enter(scope, node.body)
        # The `backward` of any other class, such as a trainer, is a method of its instances.
        has_static_backward = any(item.name == "backward" and not item.receiver for item in scope.functions)
        if has_static_backward or any(dotted(item).endswith("Function") for item in node.bases):
            for item in scope.functions:
                item.effects |= _CUSTOM
            scope.effects |= _CUSTOM
        if len(self.scopes) == 1 and self.outer_class is not None:
            self.classes.append((self.outer_class, scope))
            self.outer_class = outer
            self.class_calls |= self.module.calls
            self.module.inner_calls |= self.module.calls
            self.module.calls = calls

    # Statements.

    def visit_Import(self, node: ast.Import) -> None:
        """An import of modules."""
        for item in node.names:
            self.imports.append(Imported(item.name, 0, ()))
            self.bind(item.asname or item.name.split(".")[0], node.lineno)
            self.modules.add(item.asname or item.name.split(".")[0])
            if item.asname:
                self.origins[item.asname] = item.name

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """An import of names."""
        module = node.module or ""
        self.imports.append(Imported(module, node.level, tuple((item.name, item.asname or item.name) for item in node.names)))
        for item in node.names:
            self.bind(item.asname or item.name, node.lineno)
            self.origins[item.asname or item.name] = f"{'.' * node.level}{module}.{item.name}"

    def visit_Global(self, node: ast.Global | ast.Nonlocal) -> None:
        """Names of outer scopes."""
        self.scope.effects |= _GLOBAL
        for name in node.names:
            self.bind(name, node.lineno)

    visit_Nonlocal = visit_Global

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        """A for loop."""
        self.iterates(node.iter)
        self.loop(node)

    visit_AsyncFor = visit_For

    def visit_While(self, node: ast.While) -> None:
        """A while loop."""
        self.loop(node)

    def loop(self, node: ast.AST) -> None:
        """Collect the facts of a loop."""
        scope, earlier = self.scope, self.scope.effects & _BACKWARD
        scope.effects = scope.effects & ~_BACKWARD | _LOOP
        self.branch()
        self.inside(node)
        if scope.effects & _BACKWARD:
            scope.effects |= _BACKWARD_IN_LOOP
        scope.effects |= earlier

    def visit_Try(self, node: ast.Try) -> None:
        """A try: it may test for an attribute."""
        self.branch()
        tests = self.tests
        self.tests += tests_for_attribute(node)
        self.block(node.body)
        self.tests = tests
        self.all(node.handlers)
        self.block(node.orelse)
        self.block(node.finalbody)

    visit_TryStar = visit_Try

    def visit_If(self, node: ast.If | ast.IfExp | ast.Yield | ast.YieldFrom | ast.Await) -> None:
        """Code with branches; the caller decides a test for an optional argument."""
        if not (isinstance(node, (ast.If, ast.IfExp)) and is_test_for_none(node.test)):
            self.branch()
        self.inside(node)

    visit_IfExp = visit_Yield = visit_YieldFrom = visit_Await = visit_If

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        """A with block: grad mode may be off in it."""
        self.branch()
        for item in node.items:
            with self.in_scope_of_mode():
                self.scope.effects |= effect_names.mentioned(last_name(item.context_expr))
                self.visit(item.context_expr)
            if item.optional_vars is not None:
                self.visit(item.optional_vars)
        disabled, tests = self.disabled, self.tests
        self.disabled += any(may_disable_grad(item.context_expr) for item in node.items)
        self.contexts += 1
        self.tests += any(expects_error(item.context_expr) for item in node.items)
        self.block(node.body)
        self.disabled, self.tests = disabled, tests
        self.contexts -= 1

    visit_AsyncWith = visit_With

    @contextmanager
    def in_scope_of_mode(self) -> Iterator[None]:
        """Collect the facts of a context manager or decorator, which restores the mode that it switches."""
        scope = self.scope
        before = scope.effects
        yield
        scope.effects &= before | ~_GRAD_MODE_LEFT

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """The loop of a comprehension."""
        self.iterates(node.iter)
        self.loop(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """An except clause."""
        if node.name:
            self.bind(node.name, node.lineno)
        self.inside(node)

    def visit_MatchAs(self, node: ast.MatchAs | ast.MatchStar) -> None:
        """A pattern that captures what it matches."""
        if node.name:
            self.bind(node.name, node.lineno)
        self.inside(node)

    visit_MatchStar = visit_MatchAs

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        """A pattern that captures the rest of a mapping."""
        if node.rest:
            self.bind(node.rest, node.lineno)
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
        discarded = node.value.func if isinstance(node.value, ast.Call) else node.value
        self.scope.effects |= effect_names.discarded(last_name(discarded))
        self.result(node.value)
        self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        """An assignment."""
        value = node.value
        self.result(value)
        self.holds_display(node.targets, value)
        for target in node.targets:
            if isinstance(target, (ast.Tuple, ast.List)):
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
        self.scope.effects |= _CHANGES
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
            self.holds_display([node.target], node.value)
        self.inside(node)

    def holds_display(self, targets: Iterable[ast.expr], value: ast.expr) -> None:
        """Collect the items of a display that an assignment gives a name."""
        values = value.values if isinstance(value, ast.Dict) else value.elts if isinstance(value, ast.List | ast.Tuple) else ()
        if values:
            for target in targets:
                self.holds(last_name(target), values)


_NODES: tuple[type[ast.AST], ...] = (
    *(kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.AST)),
    *NEWER,
    FreeNames,
    NotShown,
)
_HANDLERS: Mapping[type[ast.AST], Callable[[_Traversal, Any], None]] = {
    kind: getattr(_Traversal, f"visit_{kind.__name__}", _Traversal.inside) for kind in _NODES
}
"""The method that collects the facts of a node, by its type. Functions rather than bound methods: a collector that referred to itself
would keep the tree alive until a garbage collection."""
_FIELDS = {kind: tuple(name for name in kind._fields if name not in _SKIPPED_FIELDS) for kind in _NODES}
