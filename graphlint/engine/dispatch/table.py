"""The dispatch table: the handlers of all protocols, collected from the models."""

from __future__ import annotations

from graphlint.engine.dispatch import attribute_handlers, call_handlers
from graphlint.engine.domain.values import Constant, Each, Namespace, Ref, Sequence, Tensor, Unknown
from graphlint.engine.exec import generators
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.protocols import Dispatch, Table
from graphlint.engine.models.python import elements, subscripts
from graphlint.engine.models.torch import module_items
from graphlint.engine.operations import in_place, tensor_items


def dispatch() -> Dispatch[Machine]:
    """Return the dispatch table of a machine."""
    return Dispatch(
        call=call_handlers.CALLS,
        method=call_handlers.METHODS,
        load=attribute_handlers.LOADS,
        store=attribute_handlers.STORES,
        get_item=Table(
            {
                Tensor: tensor_items.item_of, Each: tensor_items.item_of, Namespace: subscripts.of_namespace,
                Sequence: subscripts.of_tuple, Constant: subscripts.of_constant, Unknown: subscripts.of_unknown,
                "list": subscripts.of_list, "generator": subscripts.of_list, "set": subscripts.of_list,
                "parameters": subscripts.of_list, "dict": subscripts.of_dict, "module": module_items.item, Ref: subscripts.of_object,
            },
            subscripts.of_other,
        ),
        set_item=Table(
            {
                Tensor: tensor_items.assign, Each: in_place.assign_item, "list": subscripts.on_list, "generator": subscripts.on_list,
                "dict": subscripts.on_dict, "module": module_items.store_item, Unknown: subscripts.on_unknown,
            },
            subscripts.on_other,
        ),
        elements=elements.known_elements,
        advance=generators.advance,
        exhaust=generators.run_to_end,
    )  # fmt: skip
