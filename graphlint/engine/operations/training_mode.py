"""The training mode of modules: its switches, and the layers whose forward pass depends on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from graphlint.autograd.events import Certainty, LayerMode, ModeSwitch, Site
from graphlint.engine.domain.objects import CONTAINERS, Object, contents_of
from graphlint.engine.domain.records import ModuleRecord
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, Constant, LayerClass, Ref, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import ownership

DROPOUT: Final = frozenset(
    "torch.nn." + name for name in ("Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout", "FeatureAlphaDropout")
)
RUNNING_STATISTICS: Final = {
    "batch_norm": Constant(True),
    "instance_norm": Constant(False),
}
"""The default of `track_running_stats`, by operation: with it, a normalization uses the statistics of the batch only in training mode."""
RECURRENT: Final = frozenset("torch.nn." + name for name in ("RNN", "LSTM", "GRU"))
STATISTICS_ARGUMENT: Final = 4
"""The position of `track_running_stats`."""


def switch(machine: Machine, state: State, module: Ref, switched: Iterable[Ref], training: Certainty, site: Site) -> None:
    """Switch modules to a mode: a module and the submodules that it contains."""
    by = site if training is NO else None
    numbers = []
    for ref in switched:
        obj = state.edit(ref.number)
        obj.record = replace(obj.module, training=training, switch=by)
        numbers.append(ref.number)
    machine.graph.emit(ModeSwitch(site, machine.context, module.number, training, frozenset(numbers)))


def may_switch(machine: Machine, state: State, values: Iterable[Value], site: Site) -> None:
    """Record that unresolved code receives values: it may switch the mode of modules that it reaches through them."""
    for module in _modules_in(state, values):
        numbers = frozenset(ref.number for ref in ownership.submodules(machine, state, module))
        machine.graph.emit(ModeSwitch(site, machine.context, module.number, Certainty.MAYBE, numbers))


def _modules_in(state: State, values: Iterable[Value]) -> Iterable[Ref]:
    """Yield the modules among values, in their containers, and in the fields of their instances."""
    for value in values:
        contents = contents_of(state.heap, value, (*CONTAINERS, "instance"))
        yield from (item for item in ((value,) if contents is None else contents) if isinstance(item, Ref) and item.kind == "module")


def modes(machine: Machine, state: State, module: Ref) -> tuple[LayerMode, ...]:
    """Return the modes of the layers of a module whose forward pass certainly depends on the mode."""
    layer_modes = []
    for ref in ownership.submodules(machine, state, module):
        obj = state.get(ref.number)
        record = obj.module
        if record.reads_mode or (isinstance(obj.type, LayerClass) and _depends_on_mode(obj, obj.type.entry.name, record)):
            layer_modes.append(LayerMode(ref.number, record.training, record.switch, record.reads_mode))
    return tuple(layer_modes)


def _depends_on_mode(obj: Object, name: str, record: ModuleRecord) -> bool:
    """Return True if a layer of torch.nn certainly computes another result in training mode (probed)."""
    assert isinstance(obj.type, LayerClass)
    if name in DROPOUT:
        return _is_positive(_argument(record, 0, "p"), default=True)
    default = RUNNING_STATISTICS.get(obj.type.entry.operation)
    if default is not None:
        tracked = _argument(record, STATISTICS_ARGUMENT, "track_running_stats") or default
        return isinstance(tracked, Constant) and tracked.value is True
    if name in RECURRENT:
        layers = _argument(record, 2, "num_layers")
        several = isinstance(layers, Constant) and isinstance(layers.value, int) and layers.value > 1
        return several and _is_positive(_argument(record, 5, "dropout"), default=False)
    if name.startswith("torch.nn.Transformer") and name.endswith("Layer"):
        return _is_positive(_argument(record, 3, "dropout"), default=True)
    return name == "torch.nn.MultiheadAttention" and _is_positive(_argument(record, 2, "dropout"), default=False)


def _argument(record: ModuleRecord, position: int, name: str) -> Value | None:
    return record.sizes[position] if position < len(record.sizes) else record.arguments.get(name)


def _is_positive(value: Value | None, *, default: bool) -> bool:
    """Return True if a probability is certainly positive."""
    if value is None:
        return default
    return isinstance(value, Constant) and isinstance(value.value, int | float) and value.value > 0
