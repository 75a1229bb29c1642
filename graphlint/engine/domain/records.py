"""Records of objects on the heap: what their kind has beside fields and elements. They are immutable: a change replaces the record."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from graphlint.autograd.events import Certainty, Site
from graphlint.engine.domain.values import MAYBE, Tensor, Value


@dataclass(frozen=True, slots=True)
class Record:
    """The base of all records."""


@dataclass(frozen=True, slots=True)
class ModuleRecord(Record):
    """A module: its mode, how it was constructed, and what is known of its code.

    `container` is the class of torch.nn if it holds other modules by position or key, else "". `arguments` and `sizes` are the keywords and
    positions with which a module of torch.nn was constructed. A module whose code is unresolved is `opaque`: `symbol` identifies the
    value that it is, `made_of` is the node of what constructed it, `collection` identifies the unresolved collection that it is an
    element of. `plain` and `of_torch` say that its code detaches nothing. `hooks` are its forward hooks.
    """

    training: Certainty = MAYBE
    name: str = ""
    container: str = ""
    arguments: Mapping[str, Value] = field(default_factory=dict)
    sizes: tuple[Value, ...] = ()
    opaque: bool = False
    symbol: Hashable = None
    made_of: int | None = None
    collection: Hashable = None
    plain: bool = False
    of_torch: bool = False
    hooks: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class OptimizerRecord(Record):
    """An optimizer: the leaves that it owns, and whether those are all.

    `loop` is the run of the loop over a collection of optimizers that it is an element of, None without one. `max_iter` is the number of
    times that LBFGS calls its closure, None if unknown or the default.
    """

    owned: tuple[Tensor, ...] = ()
    complete: bool = False
    name: str = ""
    max_iter: object = None
    loop: int | None = None


@dataclass(frozen=True, slots=True)
class LibraryRecord(Record):
    """A small object of a library: its kind, and the values that it was made of.

    `position` is the number of elements that were taken from an iterator, `start` the first index of an enumeration, `enabled` the flag
    of a gradient scaler. A distribution over parameters of which one is not known is `unknown`.
    """

    what: str = ""
    sources: tuple[Value, ...] = ()
    position: int = 0
    start: Value | None = None
    enabled: Value | None = None
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class ContainerRecord(Record):
    """A list, dict, set or queue.

    `more` is True if nothing but growth in a loop that is not followed to its end makes the elements uncertain, False if other code may
    have changed them, None if they have not grown so. `factory` makes the missing items of a defaultdict, `doubted` are the slots of a dict
    whose contents may have been overwritten, `order` is that of a queue.
    """

    more: bool | None = None
    factory: Value | None = None
    doubted: frozenset[Hashable] | None = None
    order: Enum | None = None


@dataclass(frozen=True, slots=True)
class InstanceRecord(Record):
    """An instance of a class of the program, or the `ctx` of a custom Function.

    `loader` marks a dataset or loader, `context` a `ctx`: `saved` is what save_for_backward was given, `noted` are the tensors that its
    attributes hold. `given` are the modules that the constructor of an unresolved base received.
    """

    loader: bool = False
    context: bool = False
    saved: tuple[Tensor, ...] = ()
    noted: tuple[tuple[str, Tensor, Site], ...] = ()
    given: tuple[Value, ...] = ()


NO_MODULE = ModuleRecord()
NO_OPTIMIZER = OptimizerRecord()
NO_LIBRARY = LibraryRecord()
NO_CONTAINER = ContainerRecord()
NO_INSTANCE = InstanceRecord()
