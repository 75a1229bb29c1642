"""The intermediate representation: flat instructions over names and temporaries, with structured control flow.

Every call is a separate instruction, so that a path can fork at any call and never within an expression. An operand is a name (str), a
temporary (int) or a `Literal`.
"""

from __future__ import annotations

import ast
import typing
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from graphlint.ir.annotations import Annotation
from graphlint.ir.facts.function_facts import FunctionFacts
from graphlint.ir.span import Span


class Literal(NamedTuple):
    """A constant operand: a number, a string, None, a bool, or Ellipsis."""

    value: object


Operand: TypeAlias = "str | int | Literal"


class Argument(NamedTuple):
    """An argument of a call: `name` for a keyword; `stars` is 1 for *args and 2 for **kwargs."""

    value: Operand
    name: str | None = None
    stars: int = 0


@dataclass(frozen=True, slots=True)
class Guard:
    """The condition under which an operand of `and` or `or` after the first is evaluated: none of those before it decides the result.

    `decides` is the truth of an operand that decides it: False for `and`, True for `or`.
    """

    before: tuple[Operand, ...]
    decides: bool


@dataclass(slots=True, eq=False)
class Instruction:
    """The base of all instructions: `at` is the span of the lowered expression or statement, `guards` are the conditions under which an
    operand of `and` or `or` is evaluated, from the inside out."""

    at: Span
    guards: tuple[Guard, ...] = field(default=(), kw_only=True)


@dataclass(slots=True, eq=False)
class StoreName(Instruction):
    """Bind a name or a temporary."""

    name: str | int
    value: Operand


@dataclass(slots=True, eq=False)
class DeleteName(Instruction):
    """Unbind a name."""

    name: str


@dataclass(slots=True, eq=False)
class Discard(Instruction):
    """Drop temporaries that no later instruction reads."""

    temporaries: range


@dataclass(slots=True, eq=False)
class LoadAttribute(Instruction):
    """target = value.name"""

    target: int
    value: Operand
    name: str


@dataclass(slots=True, eq=False)
class StoreAttribute(Instruction):
    """holder.name = value"""

    holder: Operand
    name: str
    value: Operand


@dataclass(slots=True, eq=False)
class LoadItem(Instruction):
    """target = value[key]"""

    target: int
    value: Operand
    key: Operand


@dataclass(slots=True, eq=False)
class StoreItem(Instruction):
    """holder[key] = value"""

    holder: Operand
    key: Operand
    value: Operand


@dataclass(slots=True, eq=False)
class DeleteItem(Instruction):
    """del holder[key]; del holder.name for an `attribute`, whose name is the key."""

    holder: Operand
    key: Operand
    attribute: bool = False


@dataclass(slots=True, eq=False)
class Call(Instruction):
    """target = function(arguments); with `method`, target = function.method(arguments)."""

    target: int
    function: Operand
    method: str | None
    arguments: tuple[Argument, ...]


@dataclass(slots=True, eq=False)
class Operate(Instruction):
    """target = left operator right: `operator` is the operator's spelling; with `inplace`, the augmented form; unary without `right`."""

    target: int
    operator: str
    left: Operand
    right: Operand | None
    inplace: bool = False


@dataclass(slots=True, eq=False)
class Connect(Instruction):
    """target = a and b ..., or, not: a condition that can be decided in parts."""

    target: int
    operator: str
    values: tuple[Operand, ...]


@dataclass(slots=True, eq=False)
class BindFree(Instruction):
    """Bind the names that a snippet reads and does not bind, each to an unknown value; those of `leaves` to a leaf that requires grad."""

    names: tuple[str, ...]
    leaves: tuple[str, ...]


@dataclass(slots=True, eq=False)
class NotShown(Instruction):
    """Code of a snippet that is not shown: it may do anything to what is in scope; target = a value that it may have computed.

    `names` are the free names of the snippet that it may bind.
    """

    target: int
    names: tuple[str, ...]


BuildKind: TypeAlias = typing.Literal["tuple", "list", "set", "dict", "slice", "text", "generator"]
LeaveKind: TypeAlias = typing.Literal["return", "break", "continue", "raise"]
ParameterKind: TypeAlias = typing.Literal["", "*", "**"]


@dataclass(slots=True, eq=False)
class Build(Instruction):
    """target = a tuple, list, set, dict, slice, f-string or generator expression of the values. Dicts have `keys`. `starred` holds the
    indices of starred values, and of formatted values of an f-string."""

    target: int
    kind: BuildKind
    values: tuple[Operand, ...]
    keys: tuple[Operand | None, ...] = ()
    starred: frozenset[int] = frozenset()


@dataclass(slots=True, eq=False)
class Unpack(Instruction):
    """Split a value over several targets; `star` is the index of the starred target, -1 without one."""

    targets: tuple[int, ...]
    value: Operand
    star: int = -1


@dataclass(slots=True, eq=False)
class Drop(Instruction):
    """Discard the value of an expression statement; `method` is the method that it calls, on a value that a name or attribute holds.
    `attribute` is the attribute of `receiver` that the statement only reads, "" for any other statement. `receiver` is also the object of
    which the statement calls a method."""

    value: Operand
    method: str = ""
    attribute: str = ""
    receiver: Operand | None = None


@dataclass(slots=True, eq=False)
class Branch(Instruction):
    """if condition: then; else: otherwise. `words` are the identifiers of the condition, `target` is the temporary that both branches of
    a conditional expression set."""

    condition: Operand
    then: Block
    otherwise: Block
    words: tuple[str, ...] = ()
    target: int | None = None


@dataclass(slots=True, eq=False)
class Loop(Instruction):
    """A for loop (`iterable`, `item`) or a while loop (`test` before each iteration, `condition`); `words` as in `Branch`.

    `is_comprehension` marks a comprehension, whose own list is not a leak, `is_lazy` a generator expression: its consumer may stop before
    its end. `targets` are the names that each iteration binds, `temporaries` those that only the body uses.
    """

    iterable: Operand | None
    item: int
    test: Block
    condition: Operand | None
    body: Block
    otherwise: Block
    words: tuple[str, ...] = ()
    is_comprehension: bool = False
    targets: frozenset[str] = frozenset()
    temporaries: range = range(0)
    is_lazy: bool = False


@dataclass(slots=True, eq=False)
class With(Instruction):
    """with manager as target: body. `called` are the dotted names of the functions whose calls may return the manager."""

    manager: Operand
    target: int
    body: Block
    called: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Handler:
    """An except clause: the dotted names of the exceptions, () for all, and the bound name.

    `raises_again` is True if a statement of the body raises the caught exception again; `texts` are the strings that the body searches
    for. `only_calls` is True if the body consists of calls, as one that prints or logs the exception.
    """

    catches: tuple[str, ...]
    name: str | None
    body: Block
    raises_again: bool = False
    texts: tuple[str, ...] = ()
    only_calls: bool = False


@dataclass(slots=True, eq=False)
class Try(Instruction):
    """try, its handlers, else and finally."""

    body: Block
    handlers: tuple[Handler, ...]
    otherwise: Block
    final: Block


@dataclass(slots=True, eq=False)
class Leave(Instruction):
    """return, break, continue or raise."""

    kind: LeaveKind
    value: Operand | None = None


@dataclass(slots=True, eq=False)
class Yield(Instruction):
    """target = yield value; `delegates` for yield from."""

    target: int
    value: Operand
    delegates: bool = False


@dataclass(slots=True, eq=False)
class MakeFunction(Instruction):
    """target = a function; `decorators` apply last to first."""

    target: int
    code: FunctionCode
    defaults: tuple[tuple[str, Operand], ...]
    decorators: tuple[tuple[Operand, str], ...] = ()


class FieldDeclaration(NamedTuple):
    """An annotated name of a class body."""

    name: str
    annotation: Annotation | None


@dataclass(slots=True, eq=False)
class MakeClass(Instruction):
    """target = a class: its body runs in a scope of its own, whose names become the class's attributes.

    `fields` are the annotated names of the body.
    """

    target: int
    name: str
    bases: tuple[tuple[Operand, str], ...]
    body: FunctionCode
    decorators: tuple[tuple[Operand, str], ...] = ()
    fields: tuple[FieldDeclaration, ...] = ()


@dataclass(slots=True, eq=False)
class Import(Instruction):
    """Bind `name` to a module, or to `member` of a module; `member` "*" binds all public names. `level` counts leading dots."""

    name: str
    module: str
    member: str | None
    level: int = 0


Block: TypeAlias = "tuple[Instruction, ...]"


class Parameter(NamedTuple):
    """A parameter: `kind` is "" (positional or keyword), "*" or "**"."""

    name: str
    kind: ParameterKind
    annotation: Annotation | None
    keyword_only: bool = False


class FunctionId(NamedTuple):
    """The identity of a function across runs: its file and its first line, 0 for the code of the module."""

    path: str
    line: int


@dataclass(slots=True, eq=False)
class FunctionCode:
    """A function, a lambda, a class body or a module, lowered on first entry.

    `facts` are what its text states, from the syntax tree of its `definition`. `tested` are the words of its conditions,
    `compared_with_none` the names that it compares with None. `has_gaps` says that a part of it is not shown.
    """

    name: str
    path: str
    at: Span
    parameters: tuple[Parameter, ...]
    definition: ast.AST
    lower: Callable[[FunctionCode], None]
    owner: str | None = None
    block: Block | None = None
    names: frozenset[str] = frozenset()
    global_names: frozenset[str] = frozenset()
    nonlocal_names: frozenset[str] = frozenset()
    tested: frozenset[str] = frozenset()
    compared_with_none: frozenset[str] = frozenset()
    has_gaps: bool = False
    children: list[FunctionCode] = field(default_factory=list)
    returns: Annotation | None = None
    facts: FunctionFacts = field(init=False)

    def __post_init__(self) -> None:
        self.facts = FunctionFacts(self.definition, self.path)

    @property
    def identity(self) -> FunctionId:
        """The file and the first line, which identify the function in all runs."""
        return FunctionId(self.path, self.at[0])

    def body(self) -> Block:
        """The instructions, lowered on first access."""
        if self.block is None:
            self.lower(self)
        assert self.block is not None
        return self.block
