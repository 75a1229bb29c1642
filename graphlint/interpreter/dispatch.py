"""Dispatch: the one table of the handlers of Python's protocols, which the models of values fill."""

from __future__ import annotations

from graphlint.interpreter import calls, elements, generators, objects
from graphlint.interpreter.machine import Dispatch


def dispatch() -> Dispatch:
    """Return the table that a machine is given."""
    return Dispatch(
        call=calls.CALLS,
        method=calls.METHODS,
        load=objects.LOADS,
        store=objects.STORES,
        elements=elements.known_elements,
        advance=generators.advance,
        exhaust=generators.settle,
    )
