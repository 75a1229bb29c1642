"""Records of heap objects: the properties that depend on an object's kind, beside fields and elements.

Records are immutable: an update replaces the record.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final

from graphlint.autograd.events import Certainty, Site
from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import MAYBE, Tensor, Value


@dataclass(frozen=True, slots=True)
class Record:
    """The base of all records."""


@dataclass(frozen=True, slots=True)
class Reduction:
    """The reduction of the gradients of a module by DistributedDataParallel.

    `site` is the construction of the wrapper, `leaves` are its parameters that required grad then. It `is_strict` if these are all, and
    each of them must get a gradient. `parts` are the parameters of each collection of modules, and each other one: the element of a
    collection that the program uses is not always known. It `is_prepared` by the forward call with the number `prepared`. `no_sync` is the
    statement that disables the reduction, None outside of it; `begin` is its start, and `calls` are the forward calls in it.
    """

    site: Site
    leaves: frozenset[int]
    is_strict: bool
    parts: tuple[frozenset[int], ...] = ()
    is_prepared: bool = False
    prepared: int = field(default=0, compare=False)
    no_sync: Site | None = None
    begin: int = field(default=0, compare=False)
    calls: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class ModuleRecord(Record):
    """A module: its training mode, how it was constructed, and what is known of its code.

    `container` is the class of torch.nn if it holds other modules by position or key, else "". `arguments` and `sizes` are the keyword and
    positional arguments with which a module of torch.nn was constructed. A module with unresolved code is `opaque`: `made_of` is the node
    of the value that constructed it, `collection` identifies the unresolved collection of which it is an element. `symbol` identifies the
    unknown value for which a module stands. `plain` and `of_torch` state that its code detaches nothing, `runs_elsewhere` that PyTorch does
    not run it. `hooks` are its forward hooks. `switch` is the statement that switched it to eval mode, None in training mode; `reads_mode`
    states that its code has read `training`. `containers` are the attributes to which a list, tuple or dict was assigned, with the
    assignments. `reduction` is that of DistributedDataParallel.
    """

    training: Certainty = MAYBE
    name: str = ""
    container: str = ""
    arguments: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    sizes: tuple[Value, ...] = ()
    opaque: bool = False
    symbol: Symbol | None = None
    made_of: int | None = None
    collection: Symbol | None = None
    plain: bool = False
    of_torch: bool = False
    runs_elsewhere: bool = False
    hooks: tuple[Value, ...] = ()
    switch: Site | None = None
    reads_mode: bool = False
    containers: tuple[tuple[str, Site], ...] = ()
    reduction: Reduction | None = None


@dataclass(frozen=True, slots=True)
class OptimizerRecord(Record):
    """An optimizer: the leaves that it owns, and whether these are all.

    `others_before` is a number such that all other leaves are parts of values older than it, None if nothing is known of them.
    `loop` is the loop run over a collection of optimizers of which it is an element, None if there is none. `max_iter` is the number of
    closure calls of LBFGS in one step, None if unknown or the default. `symbol` is that of an unresolved optimizer.
    """

    owned: tuple[Tensor, ...] = ()
    complete: bool = False
    name: str = ""
    max_iter: int | None = None
    loop: RunNumber | None = None
    others_before: int | None = None
    symbol: Symbol | None = None


class LibraryKind(Enum):
    """The kinds of small library objects: the function or class that creates them."""

    NONE = "none"
    ITERATOR = "iter"
    CYCLE = "itertools.cycle"
    RANGE = "range"
    ENUMERATE = "enumerate"
    ZIP = "zip"
    LOADER = "DataLoader"
    TENSOR_DATASET = "TensorDataset"
    DISTRIBUTION = "Distribution"
    SCALER = "GradScaler"
    SCHEDULER = "LRScheduler"


@dataclass(frozen=True, slots=True)
class LibraryRecord(Record):
    """A small library object, such as an iterator: its kind, and the values from which it was constructed.

    `position` is the number of elements taken from an iterator, `start` the first index of enumerate(), `enabled` the flag of a gradient
    scaler. `unknown` marks a distribution with an unknown parameter.
    """

    kind: LibraryKind = LibraryKind.NONE
    sources: tuple[Value, ...] = ()
    position: int = 0
    start: Value | None = None
    enabled: Value | None = None
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Once:
    """An iterator: where it was created, and where code has read it to its end (None if it has not).

    A `filtered` one may yield fewer elements than it holds. `rejected`: a test has rejected all elements of another iterator.
    """

    created: Site
    exhausted: Site | None = None
    filtered: bool = False
    rejected: bool = False


class OtherElements(Enum):
    """The reason why a container may have other elements than those that are known."""

    NONE = "no code has added elements that are not known"
    LOOP = "only a loop whose last iteration is not executed adds elements"
    OTHER_CODE = "other code may have changed the elements"


@dataclass(frozen=True, slots=True)
class ContainerRecord(Record):
    """A list, dict, set or queue.

    `uncertain` is the reason why there may be other elements than those that are known. `factory` creates the missing items of a
    defaultdict, `doubted` are the slots of a dict that a store under an unknown key may have overwritten, `order` is that of a queue.
    `once` marks an iterator. The first `prefix` elements of the value of a `*` parameter are certain, also if others are not.
    `others_before` is that of an optimizer to which these parameters of a module are passed. `is_slice` marks a slice of another list.
    """

    uncertain: OtherElements = OtherElements.NONE
    factory: Value | None = None
    doubted: frozenset[Hashable] | None = None
    order: Enum | None = None
    once: Once | None = None
    prefix: int = 0
    others_before: int | None = None
    is_slice: bool = False


@dataclass(frozen=True, slots=True)
class InstanceRecord(Record):
    """An instance of a class of the program, or the `ctx` of a custom Function.

    `loader` marks a dataset or loader, `context` a `ctx`: `saved` are the arguments of save_for_backward, `noted` the tensors stored in
    attributes of `ctx`. `given` are the modules that the constructor of an unresolved base class received.
    """

    loader: bool = False
    context: bool = False
    saved: tuple[Tensor, ...] = ()
    noted: tuple[tuple[str, Tensor, Site], ...] = ()
    given: tuple[Value, ...] = ()


NO_MODULE: Final = ModuleRecord()
NO_OPTIMIZER: Final = OptimizerRecord()
NO_LIBRARY: Final = LibraryRecord()
NO_CONTAINER: Final = ContainerRecord()
NO_INSTANCE: Final = InstanceRecord()
