"""Dispatch: the one table of the handlers of Python's protocols, which the models of values fill."""

from __future__ import annotations

from graphlint.interpreter import calls, changes, elements, generators, module_items, objects, subscripts, tensor_items
from graphlint.interpreter.machine import Dispatch, Table
from graphlint.interpreter.values import Constant, Each, Namespace, Ref, Sequence, Tensor, Unknown


def dispatch() -> Dispatch:
    """Return the table that a machine is given."""
    return Dispatch(
        call=calls.CALLS,
        method=calls.METHODS,
        load=objects.LOADS,
        store=objects.STORES,
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
                Tensor: tensor_items.assign, Each: changes.assign_item, "list": subscripts.on_list, "generator": subscripts.on_list,
                "dict": subscripts.on_dict, "module": module_items.store_item, Unknown: subscripts.on_unknown,
            },
            subscripts.on_other,
        ),
        elements=elements.known_elements,
        advance=generators.advance,
        exhaust=generators.settle,
    )  # fmt: skip
