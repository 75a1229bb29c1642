"""Kinds that annotations declare, for values without a resolved caller, their elements, and their results when called.

A value that may be None, an element or an item takes the declared kind at the first call of one of its methods. Until then, a test for None
is undecided.
"""

from __future__ import annotations

from typing import Final

from graphlint.autograd import operations as table
from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain import terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import Api, Class, Declared, Deferred, Kind
from graphlint.engine.facts import module_collections
from graphlint.engine.machine.machine import Machine
from graphlint.ir.annotations import Annotation
from graphlint.ir.facts.function_facts import BodyKind
from graphlint.ir.instructions import FunctionCode

MODULES: Final = frozenset(("Module", "LightningModule", "PreTrainedModel", "Sequential"))
OPTIMIZERS: Final = frozenset(("Optimizer", "Adam", "AdamW", "SGD"))
PLAIN: Final = frozenset(("int", "float", "str", "bool", "DataLoader", "Dataset", "Path", "Namespace", "ndarray"))
SCALERS: Final = frozenset(("torch.amp.GradScaler", "torch.cuda.amp.GradScaler", "torch.amp.grad_scaler.GradScaler"))
COLLECTIONS: Final = frozenset(
    "list List Sequence MutableSequence Iterable Iterator Collection set Set frozenset FrozenSet AbstractSet deque Deque".split()
)
MAPPINGS: Final = frozenset("dict Dict Mapping MutableMapping OrderedDict defaultdict DefaultDict".split())
CLASSES: Final = frozenset(("type", "Type"))


def meaning(machine: Machine, state: State, scopes: tuple[ObjectNumber, ...], annotation: Annotation | None) -> Declared | None:
    """Return the kind that an annotation declares; None if it declares no kind that matters.

    Args:
        scopes: the scopes in which the names of the annotation are looked up, innermost first.
    """
    if annotation is None or not annotation.name:
        return None
    short = annotation.name.rsplit(".", 1)[-1]
    if annotation.arguments:
        parts = tuple(meaning(machine, state, scopes, item) for item in annotation.arguments)
        declared = _generic(short, parts, annotation)
        if declared is not None:
            return declared if any(declared.parts) else None
    bound = _bound(state, scopes, annotation.name)
    if isinstance(bound, Class):
        bare = machine.evidence.parameterless_base(bound.path, bound.name)
        return Declared(Kind.MODULE, type=bound, optional=annotation.optional, parameterless=bare)
    if isinstance(bound, Deferred):
        if not machine.evidence.module_class(bound.module, bound.member):
            return _by_name("", short, annotation.optional)
        bare = machine.evidence.parameterless_base(bound.module, bound.member)
        return Declared(Kind.MODULE, optional=annotation.optional, parameterless=bare)
    qualified = bound if isinstance(bound, str) else ""
    if not qualified and annotation.name.startswith("nn."):
        qualified = f"torch.{annotation.name}"
    return _by_name(qualified, short, annotation.optional)


def _generic(short: str, parts: tuple[Declared | None, ...], annotation: Annotation) -> Declared | None:
    """Return the kind of a generic alias: a collection, a mapping, a tuple or a factory; None for others."""
    if short in ("tuple", "Tuple"):
        endless = len(parts) == 2 and not annotation.arguments[1].name and parts[0] is not None
        return Declared(Kind.COLLECTION, parts=parts[:1]) if endless else Declared(Kind.TUPLE, parts=parts)
    if short in COLLECTIONS:
        return Declared(Kind.COLLECTION, parts=parts[:1])
    if short in MAPPINGS:
        return Declared(Kind.MAPPING, parts=parts[-1:])
    if short in CLASSES:
        return Declared(Kind.FACTORY, parts=parts[:1], constructs=True)
    if short == "Callable":
        return Declared(Kind.FACTORY, parts=parts[-1:])
    return None


def _bound(state: State, scopes: tuple[ObjectNumber, ...], name: str) -> Class | Deferred | str | None:
    """Return the binding of a name in an annotation: a class, a lazy import, or the qualified name of a library class."""
    first, _, rest = name.partition(".")
    for scope in scopes:
        value = state.heap[scope].fields.get(first) if scope in state.heap else None
        if isinstance(value, Api):
            return f"{value.name}.{rest}" if rest else value.name
        if value is not None:
            return value if isinstance(value, Class | Deferred) and not rest else None
    return None


def _by_name(qualified: str, short: str, optional: bool) -> Declared | None:
    layer = table.modules().get(qualified) or (table.modules().get(f"torch.nn.{short}") if qualified.startswith("torch.nn.") else None)
    if layer is not None and layer.operation != "composite":
        return Declared(Kind.LAYER, layer.name, optional=optional)
    if short in MODULES or (layer is not None):
        return Declared(Kind.MODULE, optional=optional)
    if short in OPTIMIZERS or (qualified.startswith("torch.optim.") and qualified.count(".") == 2 and short[:1].isupper()):
        return Declared(Kind.OPTIMIZER, optional=optional)
    if qualified in SCALERS:
        return Declared(Kind.SCALER, optional=optional)
    return Declared(Kind.PLAIN, optional=optional) if short in PLAIN else None


def of_test(names: tuple[str, ...]) -> Declared | None:
    """Return the kind that a test of a value's class has shown; if it names several layers, the first represents them."""
    declarations = [_by_name(name, name.rsplit(".", 1)[-1], optional=False) for name in names if name.startswith("torch.")]
    kinds = {declared.kind for declared in declarations if declared is not None}
    return (
        declarations[0] if len(kinds) == 1 and kinds <= OBJECTS and len(declarations) == len(names) and None not in declarations else None
    )


OBJECTS: Final = frozenset((Kind.MODULE, Kind.LAYER, Kind.OPTIMIZER, Kind.SCALER))
"""The kinds of values that are objects of torch."""


def of_key(machine: Machine, key: Symbol) -> Declared | None:
    """Return the declared kind of the value with a key: its own, or that of the elements of its collection."""
    declared = machine.value_facts.declared.get(key)
    if declared is not None or not isinstance(key, terms.Element | terms.Item):
        return declared
    is_item = isinstance(key, terms.Item)
    if isinstance(key, terms.Item) and (holder := of_key(machine, key.of)) is not None and holder.kind is Kind.TUPLE:
        index = key.key.value if isinstance(key.key, terms.ConstantSymbol) and key.key.kind is int else None
        return holder.parts[index] if isinstance(index, int) and 0 <= index < len(holder.parts) else None
    owner = module_collections.collection_of(key)
    collection = None if owner is None else of_key(machine, owner)
    if collection is None or not (collection.kind is Kind.COLLECTION or (collection.kind is Kind.MAPPING and (is_item or owner != key.of))):
        return None
    return collection.parts[0]


def is_abstract(code: FunctionCode) -> bool:
    """Return True if a subclass implements a function: it has no code but `raise NotImplementedError`, or none at all and is declared to be
    abstract or to have a result."""
    match code.facts.body:
        case BodyKind.NOTHING:
            return code.returns is not None or code.facts.is_overridden
        case BodyKind.NOT_IMPLEMENTED:
            return True
    return False
