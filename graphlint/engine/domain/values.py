"""Abstract values. They are immutable; what changes (a list's elements, an attribute, a version counter) lives in the `State`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

from graphlint.autograd.events import Certainty, Site
from graphlint.ir.instructions import FunctionCode

if TYPE_CHECKING:
    from graphlint.autograd.operations import ModuleClass

YES, NO, MAYBE = Certainty.YES, Certainty.NO, Certainty.MAYBE

Shape: TypeAlias = "tuple[int | None, ...] | None"


@dataclass(slots=True, eq=False)
class Value:
    """The base of all abstract values."""


@dataclass(slots=True, eq=False)
class Constant(Value):
    """A Python constant. One that is `counted` was counted up in that loop, which is not followed to its end.

    `symbol` identifies the length of a container that grows in that loop: the container may also be emptied, unlike a counter.
    """

    value: object
    counted: Site | None = None
    symbol: Hashable = None


@dataclass(slots=True, eq=False)
class Unknown(Value):
    """A value of which nothing is known but what was asked of it: `key` is equal for values that are equal.

    `graph` is NO where it is surely no tensor with a graph (a number, what a data loader yields). `name` is how the program spells it,
    which is never evidence of what it is.
    """

    key: Hashable
    graph: Certainty = MAYBE
    name: str = ""
    data: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """The evidence that a value has a graph: later code backpropagates it, or its item under a constant text."""

    item: str | None = None


@dataclass(slots=True, eq=False)
class Tensor(Value):
    """A tensor.

    `node` is its grad_fn's node or, for a leaf, the leaf's own (0 without a graph); `storage` its storage's number (one version counter
    a storage), `family` the number of the tensor that it is a view of, or its own.

    `needs` is requires_grad as it was made; `reason` and `made` say, where it has no graph, why and where. `parts` marks what an
    opaque forward returned: its items and attributes are tensors too. `shape` is known in part or not at all. `dtype` and `device` are None
    where they are not known, `dtype` is "" for the default. `gradient_of` is the number of the tensor whose gradient it is, or is computed
    from; else 0.
    """

    number: int
    node: int
    storage: int
    family: int
    needs: Certainty
    leaf: Certainty
    made: Site | None = None
    reason: str = ""
    shape: Shape = None
    parts: bool = False
    inference: bool = False
    parameter: bool = False
    dtype: str | None = None
    device: Hashable = None
    view: bool = False
    how: str = ""
    gradient_of: int = 0


@dataclass(slots=True, eq=False)
class Each(Value):
    """Any one of several tensors: the variable of a loop over a module's parameters. What is done to it is done to all."""

    tensors: tuple[Tensor, ...]


@dataclass(slots=True, eq=False)
class Ref(Value):
    """A mutable object on the heap."""

    number: int
    kind: str


@dataclass(slots=True, eq=False)
class Sequence(Value):
    """A tuple. That of a named tuple has `fields` and, if the program defines methods for it, its class as `type`."""

    items: tuple[Value, ...]
    fields: tuple[str, ...] = ()
    type: Class | None = None


@dataclass(slots=True, eq=False)
class Function(Value):
    """A function of the program with the scopes it closes over and its defaults.

    `mode` is the grad-mode context that a decorator runs it in; `veiled` says that a decorator not at hand may do more. `setter` is the
    function that a property calls on assignment.
    """

    code: FunctionCode
    scopes: tuple[int, ...]
    defaults: Mapping[str, Value]
    mode: Value | None = None
    veiled: bool = False
    kind: str = ""
    owner: Class | None = None
    setter: Function | None = None


@dataclass(slots=True, eq=False)
class Bound(Value):
    """A function bound to its first argument."""

    receiver: Value
    function: Value


@dataclass(slots=True, eq=False)
class Partial(Value):
    """functools.partial."""

    function: Value
    arguments: tuple[Value, ...]
    keywords: Mapping[str, Value]


@dataclass(slots=True, eq=False)
class Class(Value):
    """A class of the program: its own attributes live in the scope `scope`; `foreign` are bases that are not at hand, by dotted name.

    `fields` are the annotated names of its body: a dataclass's fields; `declared` are the kinds that their annotations declare.
    """

    name: str
    scope: int
    bases: tuple[Class, ...]
    foreign: tuple[str, ...]
    path: str = ""
    fields: tuple[str, ...] = ()
    order: tuple[Class, ...] = field(default=())
    declared: Mapping[str, Declared] = field(default_factory=dict)


class Kind(Enum):
    """The kinds that an annotation declares."""

    MODULE = auto()
    LAYER = auto()
    OPTIMIZER = auto()
    SCALER = auto()
    PLAIN = auto()
    COLLECTION = auto()
    MAPPING = auto()
    TUPLE = auto()
    FACTORY = auto()


@dataclass(frozen=True, slots=True)
class Declared:
    """A declared kind.

    `name` is the qualified class of a layer, `type` a module class of the program. `parts` are the kinds of a tuple's items, or the one
    of the elements of a collection, the values of a mapping, or what a factory returns. `constructs` says that a factory is a class.
    """

    kind: Kind
    name: str = ""
    parts: tuple[Declared | None, ...] = ()
    optional: bool = False
    constructs: bool = False
    type: Class | None = None


@dataclass(slots=True, eq=False)
class Field(Value):
    """The declaration of a dataclass's field: its default or the factory that makes one for each instance.

    `initialized` is False for a field that __init__ has no parameter for; `keyword_only` says that its parameter takes no position.
    """

    default: Value | None = None
    factory: Value | None = None
    initialized: bool = True
    keyword_only: bool = False


@dataclass(slots=True, eq=False)
class Api(Value):
    """Something of a library, by its qualified name."""

    name: str


@dataclass(slots=True, eq=False)
class Deferred(Value):
    """What an import of the project binds until something needs it: a member of the module that `module` identifies; `name` is how
    it would be called if it were a library's."""

    module: str
    member: str
    name: str


@dataclass(slots=True, eq=False)
class Namespace(Value):
    """A module of the project: `module` identifies it, `scope` holds what others have set in it, `name` is as in
    `Deferred`."""

    module: str
    scope: int
    name: str


@dataclass(slots=True, eq=False)
class Mode(Value):
    """An instance of a grad-mode context manager: no_grad, enable_grad, inference_mode or set_grad_enabled(argument)."""

    name: str
    enabled: Value
    previous: tuple[Certainty, bool] | None = None
    made: Site | None = None


@dataclass(slots=True, eq=False)
class Method(Value):
    """A method of a value that the interpreter models itself: `receiver.name`, not called yet."""

    receiver: Value
    name: str


@dataclass(slots=True, eq=False)
class Super(Value):
    """super() inside a method: attribute look-up goes on behind `after`."""

    receiver: Value
    after: Class


@dataclass(slots=True, eq=False)
class Library(Value):
    """A class of torch.nn whose forward the operation table describes."""

    entry: ModuleClass


NONE = Constant(None)
TRUE = Constant(True)
FALSE = Constant(False)
