"""The module tree: submodules and parameters, and whether all of them are resolved."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Final

from graphlint.autograd.events import Certainty, Site
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import havoc_log, terms
from graphlint.engine.domain.objects import Object, contents_of
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import is_text
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import NO, Class, ObjectKind, Ref, StandsFor, Tensor, Unknown, Value
from graphlint.engine.machine.machine import Machine


def is_module(value: Value) -> bool:
    return isinstance(value, Ref) and value.kind == "module"


def constructor_nodes(state: State, module: Ref) -> list[int]:
    """Return the node of the value that constructed an unresolved module: modules passed to its constructor may be parts of it."""
    node = state.get(module.number).module.made_of
    return [] if node is None else [node]


def children(machine: Machine, state: State, module: Ref) -> list[Value]:
    """Return the elements of a container module, or the submodules in the fields of another module."""
    obj = state.get(module.number)
    named = [value for value in obj.fields.values() if is_module(value) and value not in obj.items]
    return [*obj.items, *named] if obj.module.container else named


def named_children(machine: Machine, state: State, module: Ref) -> list[tuple[str | None, Ref]]:
    """Return the submodules of a module by name, as `named_children` does; None for a name that is not known."""
    obj = state.get(module.number)
    named = {value.number: (name if isinstance(name, str) else None) for name, value in obj.fields.items() if isinstance(value, Ref)}
    if obj.exact and obj.module.container not in ("ModuleDict", "ParameterDict"):
        named |= {value.number: str(index) for index, value in reversed(list(enumerate(obj.items))) if isinstance(value, Ref)}
    modules = {value.number: value for value in children(machine, state, module) if isinstance(value, Ref)}
    return [(named.get(number), value) for number, value in modules.items()]


def named_modules(machine: Machine, state: State, module: Ref) -> list[tuple[str | None, Ref]]:
    """Return a module and all its submodules by name, as `named_modules` does; None for a name that is not known."""
    modules: dict[int, tuple[str | None, Ref]] = {}
    stack: list[tuple[str | None, Ref]] = [("", module)]
    while stack:
        path, ref = stack.pop()
        if ref.number in modules:
            continue
        modules[ref.number] = path, ref
        below = [
            (None if path is None or name is None else f"{path}.{name}" if path else name, child)
            for name, child in named_children(machine, state, ref)
        ]
        stack.extend(reversed(below))
    return list(modules.values())


def slots(state: State, module: Ref) -> list[Hashable] | None:
    """Return the slots of the elements of a ModuleDict or ParameterDict, None for any other module: an iteration yields their keys."""
    obj = state.get(module.number)
    if obj.module.container not in ("ModuleDict", "ParameterDict"):
        return None
    return [slot for slot, value in obj.fields.items() if is_module(value) or isinstance(value, Tensor)]


HIDING: Final[tuple[ObjectKind, ...]] = ("list", "dict")
"""The kinds of containers in whose elements a module does not look for its submodules."""


def hides_modules(state: State, module: Ref) -> bool:
    """Return True if a module keeps modules in a list, tuple or dict, which hides their parameters."""
    fields = state.get(module.number).fields.values()
    return any(is_module(item) for value in fields for item in contents_of(state.heap, value, HIDING) or ())


def submodules(machine: Machine, state: State, module: Ref) -> list[Ref]:
    """Return a module and all its submodules, each before those in it."""
    modules: list[Ref] = []
    seen: set[int] = set()
    stack = [module]
    while stack:
        ref = stack.pop()
        obj = state.heap.get(ref.number)
        if ref.number in seen or obj is None:
            continue
        seen.add(ref.number)
        modules.append(ref)
        below = [value for value in (*obj.fields.values(), *obj.items) if type(value) is Ref and value.kind == "module"]
        stack.extend(reversed(below))
    return modules


def leaves(machine: Machine, state: State, module: Ref, *, recurse: bool = True) -> list[Tensor]:
    """Return all parameters of a module and, unless not `recurse`, of its submodules."""
    tensors: dict[int, Tensor] = {}
    for ref in submodules(machine, state, module) if recurse else [module]:
        obj = state.get(ref.number)
        for value in (*obj.fields.values(), *obj.items):
            if isinstance(value, Tensor) and value.parameter:
                tensors[value.number] = value
    return list(tensors.values())


def note_use_of_parts(machine: Machine, state: State, module: Ref, site: Site) -> None:
    """Record that a call of a module may use the parameters of modules that the program reads from unresolved modules in it."""
    unresolved = machine.graph.unresolved.modules
    if len(unresolved) < 2:
        return
    inside = [ref.number for ref in submodules(machine, state, module)]
    owners = {*inside, *(state.get(number).module.symbol for number in inside)}
    parts = [state.known.get(symbol) for symbol in unresolved if any(owner in owners for owner in _holders(symbol))]
    nodes = [state.node(leaf) for part in parts if isinstance(part, Ref) for leaf in leaves(machine, state, part)]
    havoc_log.received(machine.graph, site, nodes, stores=False)


def _holders(symbol: Symbol) -> Iterator[Symbol]:
    """Yield the symbols and the numbers of the objects from which a value is read, by attributes and items."""
    while isinstance(symbol, terms.AttributeSymbol | terms.FieldSymbol | terms.Item):
        symbol = symbol.object if isinstance(symbol, terms.FieldSymbol) else symbol.of
        yield symbol


def parameter_names(state: State, module: Ref, prefix: str = "", *, recurse: bool = True) -> list[tuple[str, Tensor]]:
    """Return the parameters of a module by name, as `named_parameters` does, except those registered under unknown names."""
    named: dict[int, tuple[str, Tensor]] = {}
    _add_names(state, module, prefix, named, set(), recurse=recurse)
    return list(named.values())


def _add_names(
    state: State, module: Ref, prefix: str, by_number: dict[int, tuple[str, Tensor]], seen: set[int], *, recurse: bool
) -> None:  # fmt: skip
    """Add the names of a module's parameters. A module that is registered twice, even in itself, is searched once."""
    if module.number in seen:
        return
    seen.add(module.number)
    obj = state.get(module.number)
    named = [(name, value) for name, value in obj.fields.items() if isinstance(name, str)]
    if obj.module.container not in ("ModuleDict", "ParameterDict"):
        named += [(str(index), value) for index, value in enumerate(obj.items)]
    for name, value in named:
        if isinstance(value, Tensor) and value.parameter:
            by_number.setdefault(value.number, (prefix + name, value))
        elif isinstance(value, Ref) and value.kind == "module" and recurse:
            _add_names(state, value, f"{prefix}{name}.", by_number, seen, recurse=True)


def is_exact(machine: Machine, state: State, module: Ref) -> bool:
    """Return True if all submodules of a module are resolved."""
    return all(_is_seen(machine, state.get(ref.number)) for ref in submodules(machine, state, module))


def _is_seen(machine: Machine, obj: Object) -> bool:
    """Return True if no field or element of a module may be an unresolved module."""
    return obj.exact and next(_possible_modules(machine, obj), None) is None


def _possible_modules(machine: Machine, obj: Object) -> Iterator[Unknown]:
    """Yield the unknown fields and elements of a module that may be modules."""
    for name, value in (*obj.fields.items(), *((None, item) for item in obj.items)):
        if not isinstance(value, Unknown) or value.graph is NO or value.data or value.symbol in machine.value_facts.numbers:
            continue
        used = not (isinstance(name, str) and isinstance(obj.type, Class)) or _may_be_module(machine, obj.type, name, value.symbol)
        if used or not machine.graph.presumes(Presumption.USES_TELL):
            yield value


def _may_be_module(machine: Machine, cls: Class, name: str, symbol: Symbol) -> bool:
    """Return True if an unknown value in a field of a class may be a module, or a collection of modules, by the uses of the field.

    The files of the class, and that of the root, use what they compute with: they call it or its methods, or iterate over it. Code that
    receives it as a value may do so, too, unless the program has read it by its name from settings.
    """
    paths = {machine.home, *(item.path for item in cls.order)}
    if any(machine.evidence.uses_attribute(path, name) for path in paths):
        return True
    is_read_by_name = isinstance(symbol, terms.AttributeSymbol | terms.FieldSymbol) or (
        isinstance(symbol, terms.Item) and is_text(symbol.key)
    )
    return not is_read_by_name and any(machine.evidence.may_be_selected(path, name) for path in paths)


def others_before(machine: Machine, state: State, module: Ref) -> int | None:
    """Return a number such that the unresolved parts of a module come from values older than it, None if this is not known of all."""
    latest = 0
    for ref in submodules(machine, state, module):
        obj = state.get(ref.number)
        if not obj.exact:
            return None
        for value in _possible_modules(machine, obj):
            obtained = obtained_at(value.symbol)
            if obtained is None:
                return None
            latest = max(latest, obtained)
    return latest


def obtained_at(symbol: Symbol) -> int | None:
    """Return the number at which code that is not resolved has returned or passed the value in which a value was found, None if unknown."""
    latest = 0
    while isinstance(symbol, terms.AttributeSymbol | terms.Item | terms.CallSymbol):
        if isinstance(symbol, terms.CallSymbol):
            latest = max(latest, symbol.time)
            symbol = symbol.receiver
        else:
            symbol = symbol.of
    return max(latest, symbol) if type(symbol) is int else None


def separate(machine: Machine, state: State, optimizer: Ref) -> frozenset[int]:
    """Return the nodes of parameters that an optimizer certainly does not own, though not all that it owns are resolved.

    They are in another optimizer, and newer than the values of which the unresolved ones are parts. No unresolved code has received them,
    which could have stored them there.
    """
    record = state.get(optimizer.number).optimizer
    if record.others_before is None:
        return frozenset()
    others = (obj.optimizer.owned for number, obj in state.heap.items() if obj.kind == "optimizer" and number != optimizer.number)
    single = {state.node(leaf) for owned in others for leaf in owned if leaf.stands_for is StandsFor.ONE}
    newer = {number for number in single if number > record.others_before}
    shared = machine.value_facts.reachable_parameters | machine.graph.leaves.received
    return frozenset(newer - shared).difference(map(state.node, record.owned))


def training(state: State, module: Ref) -> Certainty:
    """Return the training flag of a module."""
    return state.get(module.number).module.training


def owned_by(state: State, optimizer: Ref) -> tuple[tuple[Tensor, ...], bool]:
    """Return the leaves that an optimizer owns, and whether these are all."""
    record = state.get(optimizer.number).optimizer
    return record.owned, record.complete


def may_be_received(machine: Machine, state: State, owned: Iterable[Tensor]) -> bool:
    """Return True if some of the leaves may be parameters of a module which the root received as an argument and backpropagated through.

    The caller of a method may pass it the module that it passed to the constructor.
    """
    start = machine.graph.start
    if not any(leaf.stands_for.is_unresolved and leaf.node <= start for leaf in owned):
        return False
    modules = [value for value in state.known.values() if isinstance(value, Ref) and value.kind == "module"]
    return any(
        unresolved.opaque and type(unresolved.symbol) is int and unresolved.symbol > start
        and any(state.gradients.get(state.node(leaf)) for leaf in leaves(machine, state, module))
        for module in modules
        if (unresolved := state.get(module.number).module)
    )  # fmt: skip
