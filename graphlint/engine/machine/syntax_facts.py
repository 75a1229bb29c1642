"""Facts of the syntax trees of functions, computed once for each and kept for all runs of a file."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from graphlint.autograd.events import Site
from graphlint.engine.domain.values import Class, Proof
from graphlint.ir.instructions import Branch, Call, FunctionCode

FieldStore: TypeAlias = "ast.Assign | ast.AugAssign | ast.AnnAssign"
"""A statement that assigns to a field of self."""


@dataclass(slots=True)
class SyntaxFacts:
    """Facts by the id() of a definition's syntax tree.

    `uses` are the attributes used of each name, `receivers` the receivers of the calls of `step` and `zero_grad` by location,
    `backpropagated` the names that a later statement backpropagates, by name and line, `calls_of_losses` the places of the calls whose
    results are bound to names on which what a function backpropagates depends, `attributes_read` the attributes of self that are
    read, `attributes_backpropagated` those through which a statement backpropagates. `enables_grad` says whether a statement of a function
    enables grad mode. `field_stores` are the statements that assign to a field of self, by field. `assigned` says whether a class or a
    function may assign an attribute, by class and function, and by name.
    `batch_fields` says whether the methods of a class set a field from a batch that they receive. `names_of_sides` are the names that the
    sides of a branch call or bind to other names. `flags_of_sides` says whether a side of a branch sets `requires_grad`, and has the calls
    in its sides of names and of methods of names. `calls` are the places of the calls in a function.
    """

    uses: dict[int, Mapping[str, set[str]]] = field(default_factory=dict)
    receivers: dict[int, Mapping[tuple[int, ...], str]] = field(default_factory=dict)
    backpropagated: dict[int, Mapping[tuple[str, int], Proof]] = field(default_factory=dict)
    calls_of_losses: dict[int, frozenset[tuple[int, ...]]] = field(default_factory=dict)
    attributes_read: dict[int, frozenset[str]] = field(default_factory=dict)
    attributes_backpropagated: dict[int, frozenset[str]] = field(default_factory=dict)
    enables_grad: dict[int, bool] = field(default_factory=dict)
    field_stores: dict[int, Mapping[str, list[FieldStore]]] = field(default_factory=dict)
    batch_fields: dict[tuple[Class, str], bool] = field(default_factory=dict)
    assigned: dict[tuple[Class | None, FunctionCode | None], dict[str, bool]] = field(default_factory=dict)
    calls: dict[int, frozenset[Site]] = field(default_factory=dict)
    names_of_sides: dict[Branch, tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)
    flags_of_sides: dict[Branch, tuple[bool, tuple[Call, ...]]] = field(default_factory=dict)
