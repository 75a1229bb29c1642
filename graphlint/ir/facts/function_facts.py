"""The facts of one function, class body or module, each computed from its syntax tree when it is first asked for."""

from __future__ import annotations

import ast
import enum
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from graphlint.autograd.events import Site
from graphlint.common.names import last_name
from graphlint.ir.facts import checks, later_backward, receiver_fields, returned_gradients, used_attributes
from graphlint.ir.facts.later_backward import Proof
from graphlint.ir.facts.returned_gradients import ReturnedGradients
from graphlint.ir.names import nodes_below, own_nodes
from graphlint.ir.span import site


class DefinitionKind(enum.Enum):
    """The statement or expression of a definition."""

    MODULE = enum.auto()
    CLASS = enum.auto()
    FUNCTION = enum.auto()
    ASYNC_FUNCTION = enum.auto()
    LAMBDA = enum.auto()

    @property
    def is_function(self) -> bool:
        """True for a function with a `def` statement."""
        return self in (DefinitionKind.FUNCTION, DefinitionKind.ASYNC_FUNCTION)


class BodyKind(enum.Enum):
    """The effect of the body of a function."""

    CODE = enum.auto()
    NOTHING = enum.auto()
    NOT_IMPLEMENTED = enum.auto()


class Mention(NamedTuple):
    """The mention of a name in a line, or of an attribute of a name."""

    line: int
    name: str
    attribute: str = ""


_KINDS: Mapping[type[ast.AST], DefinitionKind] = {
    ast.ClassDef: DefinitionKind.CLASS,
    ast.FunctionDef: DefinitionKind.FUNCTION,
    ast.AsyncFunctionDef: DefinitionKind.ASYNC_FUNCTION,
    ast.Lambda: DefinitionKind.LAMBDA,
}


class FunctionFacts:
    """The facts of a definition."""

    def __init__(self, definition: ast.AST, path: str) -> None:
        self._definition = definition
        self._path = path
        self.kind = _KINDS.get(type(definition), DefinitionKind.MODULE)

    @cached_property
    def is_generator(self) -> bool:
        """True if a call returns a generator."""
        return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(self._definition))

    @cached_property
    def is_decorated(self) -> bool:
        """True for a definition with a decorator."""
        return bool(getattr(self._definition, "decorator_list", ()))

    @cached_property
    def is_overridden(self) -> bool:
        """True for a method that each class overrides that can be instantiated: its own code only runs by `super()`, or by the class."""
        return any(last_name(item) == "abstractmethod" for item in getattr(self._definition, "decorator_list", ()))

    @cached_property
    def body(self) -> BodyKind:
        """The effect of the body of a function, docstring and other constants aside."""
        if not isinstance(self._definition, ast.FunctionDef | ast.AsyncFunctionDef):
            return BodyKind.CODE
        statements = [item for item in self._definition.body if not _does_nothing(item)]
        if not statements:
            return BodyKind.NOTHING
        return BodyKind.NOT_IMPLEMENTED if len(statements) == 1 and _is_not_implemented(statements[0]) else BodyKind.CODE

    @cached_property
    def checks_data(self) -> bool:
        """True if the function raises under some conditions only, and these are not only flags."""
        return checks.depend_on_data(self._definition)

    @cached_property
    def enables_grad(self) -> bool:
        """True if a statement enables grad mode until another one disables it, or may do so."""
        calls = (node.value for node in nodes_below(self._definition) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))
        switches = [call.args[:1] for call in calls if last_name(call.func) == "set_grad_enabled"]
        return any(not (given and isinstance(given[0], ast.Constant) and given[0].value is False) for given in switches)

    @cached_property
    def calls_base_constructor(self) -> bool:
        """True for a `__new__` that calls that of a base class: it returns an instance of its class, which is then initialized."""
        return any(isinstance(node, ast.Attribute) and node.attr == "__new__" for node in nodes_below(self._definition))

    @cached_property
    def calls(self) -> frozenset[Site]:
        """The places of the calls."""
        return frozenset(site(self._path, node) for node in nodes_below(self._definition) if isinstance(node, ast.Call))

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """The mentions of names, and of attributes of names."""
        found: list[Mention] = []
        for node in ast.walk(self._definition):
            if isinstance(node, ast.Name):
                found.append(Mention(node.lineno, node.id))
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                found.append(Mention(node.lineno, node.value.id, node.attr))
        return tuple(found)

    @cached_property
    def reads(self) -> Mapping[str, int]:
        """The number of times that the code reads each name."""
        return Counter(node.id for node in nodes_below(self._definition) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))

    @cached_property
    def true_by_default(self) -> frozenset[str]:
        """The parameters with the default True."""
        if not isinstance(self._definition, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return frozenset()
        given = self._definition.args
        defaults = [
            *zip(reversed([*given.posonlyargs, *given.args]), reversed(given.defaults), strict=False),
            *zip(given.kwonlyargs, given.kw_defaults, strict=True),
        ]
        return frozenset(item.arg for item, default in defaults if isinstance(default, ast.Constant) and default.value is True)

    @cached_property
    def uses(self) -> Mapping[str, frozenset[str]]:
        """The attributes used of each dotted name, with pseudo-attributes for its call and for its step by a scaler."""
        return used_attributes.by_name(self._definition)

    @cached_property
    def stepped(self) -> Mapping[Site, str]:
        """The dotted receivers of the calls of `step` and `zero_grad`, by the call."""
        return used_attributes.stepped(self._definition, self._path)

    @cached_property
    def later_backward(self) -> Mapping[tuple[str, int], Proof]:
        """The names that a statement binds and a later one of the same block backpropagates, each with the lines of the first."""
        return dict(later_backward.proven(self._definition))

    @cached_property
    def fields_read(self) -> frozenset[str]:
        """The attributes of `self` that the function reads."""
        return receiver_fields.read(self._definition)

    @cached_property
    def fields_backpropagated(self) -> frozenset[str]:
        """The attributes of `self` of which the function calls `backward`: their own, that of a part, or of a variable bound to one."""
        return receiver_fields.backpropagated(self._definition)

    @cached_property
    def returned_gradients(self) -> tuple[ReturnedGradients | None, ...]:
        """The number of gradients of each return statement of a `backward`, None where it does not show."""
        if not isinstance(self._definition, ast.FunctionDef) or self.is_generator:
            return ()
        return returned_gradients.by_statement(self._definition, self._path)


def _does_nothing(statement: ast.stmt) -> bool:
    """Return True for `pass`, a docstring or another constant."""
    return isinstance(statement, ast.Pass) or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))


def _is_not_implemented(statement: ast.stmt) -> bool:
    """Return True for `raise NotImplementedError`."""
    if not isinstance(statement, ast.Raise):
        return False
    raised = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
    return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"
