"""The protocols of Python values: for each, a table from the class of a value to the handler of the model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from graphlint.autograd.events import Site
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import ObjectKind, Ref, Value
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.outcomes import Outcome
from graphlint.ir.instructions import Guard, Instruction

Handler = TypeVar("Handler")
Interpreter = TypeVar("Interpreter")


@dataclass(frozen=True, slots=True)
class Table(Generic[Handler]):
    """The handlers of one protocol: by the kind of a heap object, else by the class of the value, else `default`."""

    handlers: Mapping[type[Value] | ObjectKind, Handler]
    default: Handler

    def of(self, value: Value) -> Handler:
        """Return the handler for a value."""
        if type(value) is Ref and (handler := self.handlers.get(value.kind)) is not None:
            return handler
        return self.handlers.get(type(value), self.default)


@dataclass(frozen=True, slots=True)
class Dispatch(Generic[Interpreter]):
    """The handlers of all protocols of Python values. Models call each other through this table and import no other model."""

    call: Table[Callable[[Interpreter, State, Any, Arguments], Outcome]]
    method: Table[Callable[[Interpreter, State, Any, str, Arguments], Outcome]]
    load: Table[Callable[[Interpreter, State, Any, str, Site], Value]]
    store: Table[Callable[[Interpreter, State, Any, str, Value, Arguments], None]]
    get_item: Table[Callable[[Interpreter, State, Any, Value, Site], Outcome]]
    set_item: Table[Callable[[Interpreter, State, Any, Value, Value, Site], None]]
    elements: Callable[[Interpreter, State, Value], tuple[Value, ...] | None]
    advance: Callable[[Interpreter, State, Ref, Value], list[State]]
    exhaust: Callable[[Interpreter, State, Value], None]


@dataclass(frozen=True, slots=True)
class Semantics(Generic[Interpreter]):
    """The meaning of programs: the handlers of instructions and of protocols, and `link`, which resolves a name of another module."""

    handlers: Mapping[type[Instruction | Guard], Callable[[Interpreter, State, Instruction], list[State] | None]]
    dispatch: Dispatch[Interpreter]
    link: Callable[[Interpreter, State, str, str], Value | None]
