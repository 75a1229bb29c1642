"""The facts of a file that its expressions show: names, attributes, subscripts and calls."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod

from graphlint.ir.names import dotted, item_spelling
from graphlint.project import effect_names
from graphlint.project.collected_facts import CollectedFacts
from graphlint.project.file_summary import Effect, Use

_COLLECTS, _MENTIONS, _CHANGES = int(Effect.COLLECTS), int(Effect.MENTIONS), int(Effect.CHANGES)
_EVAL, _GRAD = int(Effect.EVAL), int(Effect.AUTOGRAD_GRAD | Effect.MENTIONS)
_GRAD_MODE = int(Effect.GRAD_MODE | Effect.GRAD_MODE_LEFT)


def _same_module(node: ast.expr) -> str:
    """Return the dotted name of a module that a chain of calls returns, such as `model.to(device)`; "" for any other expression."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in effect_names.RETURNING_SELF:
        node = node.func.value
    return dotted(node)


class ExpressionFacts(CollectedFacts, ABC):
    """A method for each type of expression that adds facts."""

    @abstractmethod
    def visit(self, node: ast.AST) -> None:
        """Collect the facts of a node and of all in it."""

    @abstractmethod
    def inside(self, node: ast.AST) -> None:
        """Collect the facts of all in a node."""

    def visit_Constant(self, node: ast.Constant) -> None:
        """A constant: strings count for nothing."""

    def visit_Name(self, node: ast.Name) -> None:
        """A name."""
        name = node.id
        self.mention(name, node.lineno)
        if node.ctx.__class__ is ast.Load:
            self.scope.mentioned.add(name)
        else:
            self.bound.add(name)
        found = effect_names.mentioned(name)
        if found:
            # A parameter that is only read is a setting, not a switch: `inference_mode=inference_mode`.
            self.scope.effects |= found & ~_GRAD_MODE if name in self.scope.parameters else found

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
                self.stores.setdefault(self.scope.receiver_class, {}).setdefault(node.attr, []).append(node.lineno)
            else:
                self.replaced_attributes.add(node.attr)
        elif not loads:
            self.replaced_attributes.add(node.attr)
        if not loads:
            self.scope.effects |= effect_names.stored(node.attr)
        if node.attr == "param_groups":
            self.used(node.value, Use.PARAM_GROUPS)
        if loads and isinstance(node.value, ast.Name) and node.value.id == self.scope.receiver:
            # An attribute of self that is only read is a setting, not a switch.
            self.attributes.add(node.attr)
            self.scope.effects |= effect_names.read(node.attr) & ~_GRAD_MODE
            self.visit(node.value)
        else:
            self.chain(node)

    def chain(self, node: ast.expr) -> None:
        """Collect the facts of an attribute chain whose end is called, subscripted or read."""
        self.reads_removed(node)
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
        if node.ctx.__class__ is ast.Store:
            self.scope.effects |= _CHANGES
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
        elif isinstance(function, ast.Subscript):
            self.call_item(function)
        else:
            self.visit(function)
        raising, self.raising = self.raising, False
        for item in node.args:
            self.visit(item)
        for keyword in node.keywords:
            if keyword.arg is not None:
                self.attributes.add(keyword.arg)
                self.scope.effects |= effect_names.mentioned(keyword.arg) & ~_GRAD_MODE
                self.holds(keyword.arg, (keyword.value,))
            self.visit(keyword.value)
        self.raising = raising

    def call_name(self, node: ast.Call, function: ast.Name) -> None:
        """Collect the facts of a call of a plain name."""
        name = function.id
        self.mention(name, function.lineno)
        scope = self.scope
        scope.calls.add(name)
        if not self.disabled:
            scope.called_with_grad.add(name)
        if self.contexts:
            self.in_contexts.add(name)
        origin = self.origins.get(name)
        scope.effects |= effect_names.called(name) | (effect_names.of_origin(origin) if origin is not None else 0)
        if name in ("getattr", "setattr", "hasattr") and len(node.args) > 1:
            self.by_name(name, node.args[0], node.args[1])
        if self.outer_class is not None and self.may_make_part(name):
            self.outer_class.makes_parts = True

    def call_item(self, function: ast.Subscript) -> None:
        """Collect the facts of a call of an item of a container."""
        holder = dotted(function.value)
        if holder:
            self.scope.calls.add(self.own(holder))
            if not self.disabled:
                self.scope.called_with_grad.add(self.own(holder))
        self.visit(function)

    def call_method(self, node: ast.Call, function: ast.Attribute) -> None:
        """Collect the facts of a call of an attribute."""
        name, receiver, scope = function.attr, function.value, self.scope
        chain = dotted(receiver)
        own = self.own(chain)
        scope.calls.add(f"{self.own(item_spelling(receiver)) or own}.{name}")
        self.attributes.add(name)
        self.reads_removed(function)
        found = effect_names.method_called(name)
        if chain.partition(".")[0] in self.origins:
            found |= effect_names.converts(self.origin(f"{chain}.{name}"))
        if effect_names.switched_mode(node, name) is False:
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
        if used := own or self.own(_same_module(receiver)):
            self.use_method(node, used, name)
        if self.disabled:
            self.without_grad.add(name)
        else:
            scope.called_with_grad.add(f"{own}.{name}")
        if self.contexts:
            self.in_contexts.add(name)
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
