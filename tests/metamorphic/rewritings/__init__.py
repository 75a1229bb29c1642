"""Rewritings of a program that change nothing of what it does, by name."""

from __future__ import annotations

from collections.abc import Mapping

from metamorphic.rewritings import conditions, definitions, helpers, loops, losses, module_code, text
from metamorphic.rewritings.rewriting import Rewriting

REWRITINGS: Mapping[str, Rewriting] = {
    "comments": text.comments,
    "docstrings": text.docstrings,
    "names": text.names,
    "main()": module_code.in_main,
    "attributes of self": module_code.on_self,
    "definitions in another file": definitions.in_another_file,
    "loop body as a function": helpers.extracted_body,
    "function inlined": helpers.inlined,
    "loop as a function with arguments": helpers.extracted_loop,
    "for as while": loops.counted,
    "for over an iterator": loops.iterated,
    "loss in a dict": losses.in_dict,
    "loss in a tuple": losses.in_tuple,
    "loss in a dataclass": losses.in_dataclass,
    "branch that changes nothing": conditions.branches,
    "assert that holds": conditions.asserts,
}
