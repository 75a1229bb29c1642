"""Abstract values. They are immutable; mutable properties (a list's elements, an attribute, a version counter) are part of the `State`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeAlias, TypeVar

from graphlint.autograd.events import Certainty, Fault, NoGraph, Site
from graphlint.autograd.numbers import ObjectNumber, StorageNumber
from graphlint.engine.domain.term import Symbol
from graphlint.ir.instructions import FunctionCode

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform

    from graphlint.autograd.operations import ModuleClass
else:
    from graphlint.engine.domain.term import dataclass_transform

YES: Final = Certainty.YES
NO: Final = Certainty.NO
MAYBE: Final = Certainty.MAYBE


def strongest(certainties: Iterable[Certainty]) -> Certainty:
    """Return YES if any item is YES, else MAYBE if any is MAYBE, else NO."""
    result = NO
    for item in certainties:
        if item is YES:
            return YES
        if item is MAYBE:
            result = MAYBE
    return result


ObjectKind: TypeAlias = Literal[
    "scope", "class", "instance", "module", "optimizer", "parameters", "list", "dict", "set", "queue", "generator", "helper",
]  # fmt: skip
"""The kinds of heap objects: type checkers refuse a comparison with any other string. A helper is a small library object."""

FunctionKind: TypeAlias = Literal["", "staticmethod", "classmethod", "property", "cached property", "cached"]
"""The built-in decorators that determine how a function is bound and called."""

Shape: TypeAlias = "tuple[int | None, ...] | None"


T = TypeVar("T")


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def value_class(cls: type[T]) -> type[T]:
    """Make a class of values: a dataclass that is compared by identity.

    Type checkers refuse an assignment to an attribute of a value. At run time, a frozen dataclass would take twice the time to construct.
    """
    return dataclass(slots=True, eq=False)(cls)


@value_class
class Value:
    """The base of all abstract values.

    A value never changes, and holds nothing that changes: a mapping that it holds is a view of one that nothing else holds. Many values are
    shared by all paths. What may change of an object is on the heap, where a value refers to it by number.
    """

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Any]]


@value_class
class Constant(Value):
    """A Python constant.

    With `counted`, it counts the iterations of that loop, whose last iteration is not executed. `symbol` then identifies the length of a
    container that grows in the loop: unlike a counter, the container may also be emptied. A counter that `falls` is decremented.
    """

    value: object
    counted: Site | None = None
    symbol: Symbol | None = None
    falls: bool = False


@value_class
class Unknown(Value):
    """A value that is not resolved; values with equal symbols count as equal (`term`).

    `graph` is `NO` if the value certainly has no graph (a number, a batch of a data loader). `name` is the program's spelling. It has no
    effect on equality; `facts.kinds` and `Evidence.kind` look up how the file uses the name. `data` is True for a batch of data, and for
    what is computed from one: it may be a tensor, but no module, no optimizer and no loss, and unresolved code that receives it trains
    nothing.
    """

    symbol: Symbol
    graph: Certainty = MAYBE
    name: str = ""
    data: bool = False


class StandsFor(Enum):
    """The tensors for which one abstract tensor stands."""

    ONE = "one tensor"
    SEVERAL = "an unknown number of tensors that one operation returned"
    PARAMETERS = "all parameters of an unresolved module"
    PARAMETER = "one of the parameters of an unresolved module: which one is not known"

    @property
    def is_unresolved(self) -> bool:
        """True for parameters of an unresolved module."""
        return self in (StandsFor.PARAMETERS, StandsFor.PARAMETER)

    @property
    def is_one_of_several(self) -> bool:
        """True for a parameter of which it is not known whether another tensor is the same one: a change surely reaches none of them."""
        return self is StandsFor.PARAMETER


@value_class
class ViewLimit:
    """Why autograd cannot follow an in-place change of a view: the error, and the operation that created the view or one above it."""

    fault: Fault
    site: Site


@value_class
class Tensor(Value):
    """A tensor.

    `node` is the node of its grad_fn or, for a leaf, the leaf's own node (0 without a graph). `storage` identifies its version counter,
    which views and the results of `detach()` share; `.data` has a new one. `family` is the number of the tensor of which it is a view, or
    its own: an in-place operation gives a new grad_fn to the family. `view` states that a view operation created it; a view created with
    grad mode disabled, of a tensor that requires grad, is a leaf with a family of its own. A view has a `limit` if it is one of several
    that one function returns, or created with grad mode disabled; views of it have the same, or their own.

    All fields are as of the tensor's creation: the state knows the current node, requires_grad and leaf. `needs` is requires_grad. If it
    has no graph, `reason` and `site` are the kind and the place of the detach point. `parts` marks the result of an opaque forward or of
    another unresolved call: its items and attributes are tensors, too. `inference` marks an inference tensor. `parameter` marks an
    nn.Parameter, or a leaf that stands for parameters of a module, and `stands_for` says for how many tensors it stands. `shape` is a
    partially known shape. `dtype` and `device` are None if unknown; `dtype` is "" for the default. `gradient_of` is the number of the
    tensor whose gradient it is, or from whose gradient it is computed; else 0.
    """

    number: int
    node: int
    storage: StorageNumber
    family: int
    needs: Certainty
    leaf: Certainty
    site: Site | None = None
    reason: NoGraph | None = None
    shape: Shape = None
    parts: bool = False
    inference: bool = False
    parameter: bool = False
    dtype: str | None = None
    device: Symbol | None = None
    view: bool = False
    stands_for: StandsFor = StandsFor.ONE
    gradient_of: int = 0
    limit: ViewLimit | None = None


@value_class
class Each(Value):
    """Any one of several tensors, such as the variable of a loop over a module's parameters. An operation on it applies to all of them."""

    tensors: tuple[Tensor, ...]


@value_class
class Ref(Value):
    """A reference to a mutable heap object.

    `kind` is how the program uses the object: `__dict__` is a reference of kind "dict" to an instance. `Object.kind` is what the object is.
    `parallel` states that it refers to a module through its DistributedDataParallel wrapper, `compiled` through that of torch.compile.
    """

    number: ObjectNumber
    kind: ObjectKind
    parallel: bool = False
    compiled: bool = False


@value_class
class Sequence(Value):
    """A tuple. For a named tuple, `fields` are the names of the items and `type` is its class if the program defines methods for it."""

    items: tuple[Value, ...]
    fields: tuple[str, ...] = ()
    type: Class | None = None


@value_class
class Slice(Sequence):
    """The slice of a subscript: a sequence of its bounds start, stop and step, each a constant None if the program leaves it out."""


@value_class
class Function(Value):
    """A function of the program with the scopes it closes over and its default values.

    `mode` is the grad-mode context that a decorator enters around it. `setter` is the function that a property calls on assignment.
    `wrapped` is the definition that a decorator of the program replaced by this function.
    """

    code: FunctionCode
    scopes: tuple[ObjectNumber, ...]
    defaults: Mapping[str, Value]
    mode: Value | None = None
    has_unresolved_decorator: bool = False
    kind: FunctionKind = ""
    owner: Class | None = None
    setter: Function | None = None
    wrapped: Function | None = None


@value_class
class Bound(Value):
    """A function bound to its first argument."""

    receiver: Value
    function: Value


@value_class
class Partial(Value):
    """The result of functools.partial."""

    function: Value
    arguments: tuple[Value, ...]
    keywords: Mapping[str, Value]


@value_class
class Class(Value):
    """A class of the program. Its attributes are in the scope `scope`; `foreign` are the dotted names of its unresolved bases.

    `inherited` is the method resolution order after the class itself. `fields` are the annotated names in its body (the fields of a
    dataclass); `declared` are the kinds that their annotations declare.
    """

    name: str
    scope: ObjectNumber
    bases: tuple[Class, ...]
    foreign: tuple[str, ...]
    path: str = ""
    fields: tuple[str, ...] = ()
    inherited: tuple[Class, ...] = ()
    declared: Mapping[str, Declared] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def order(self) -> tuple[Class, ...]:
        """The method resolution order."""
        return (self, *self.inherited)


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

    `name` is the qualified class of a layer, `type` a module class of the program. `parts` are the kinds of a tuple's items, of a
    collection's elements, of a mapping's values, or of a factory's results. `constructs` states that a factory is a class,
    `parameterless` that a class of the program owns no parameters, which a subclass may do.
    """

    kind: Kind
    name: str = ""
    parts: tuple[Declared | None, ...] = ()
    optional: bool = False
    constructs: bool = False
    parameterless: bool = False
    type: Class | None = None


@value_class
class Field(Value):
    """The declaration of a dataclass field: its default, or the factory that creates the default of each instance.

    `initialized` is False for a field without a parameter of `__init__`; `keyword_only` states that its parameter is not positional.
    """

    default: Value | None = None
    factory: Value | None = None
    initialized: bool = True
    keyword_only: bool = False


@value_class
class Api(Value):
    """A library object by its qualified name."""

    name: str


@value_class
class Deferred(Value):
    """The value of a lazy import: a member of the project's module `module`, resolved at its first use.

    `name` is the qualified name that it would have if the module were a library.
    """

    module: str
    member: str
    name: str


@value_class
class Namespace(Value):
    """A module of the project. `scope` holds the attributes that other modules have set on it, `name` is as in `Deferred`."""

    module: str
    scope: ObjectNumber
    name: str


@value_class
class Mode(Value):
    """An instance of a grad-mode context manager: no_grad, enable_grad, inference_mode or set_grad_enabled(argument)."""

    name: str
    enabled: Value
    previous: tuple[Certainty, bool] | None = None
    site: Site | None = None


@value_class
class NoSync(Value):
    """The context manager that `no_sync()` of a DistributedDataParallel module returns."""

    module: Ref


@value_class
class Method(Value):
    """A method that the interpreter models, bound to a receiver and not yet called."""

    receiver: Value
    name: str


@value_class
class Super(Value):
    """The object that super() returns in a method: attribute lookup starts after the class `after`."""

    receiver: Value
    after: Class


@value_class
class LayerClass(Value):
    """A class of torch.nn whose forward the operation table describes."""

    entry: ModuleClass


NONE: Final = Constant(None)
TRUE: Final = Constant(True)
FALSE: Final = Constant(False)
