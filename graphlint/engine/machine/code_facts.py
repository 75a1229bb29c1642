"""Facts of classes and branches, computed once for each and kept for all runs of a file."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphlint.autograd.sites import Site
from graphlint.engine.domain.values import Class
from graphlint.ir.instructions import Branch, Call, FunctionCode
from graphlint.ir.liveness import Liveness


@dataclass(slots=True)
class CodeFacts:
    """Facts of classes and branches.

    `assigned` says whether a class or a function may assign an attribute, by class and function, and by name. `names_of_sides` are
    the names that the sides of a branch call or bind to other names. `flags_of_sides` says whether a side of a branch sets `requires_grad`,
    and has the calls in its sides of names and of methods of names. `live_names` are the names that are live
    after each instruction of a function. `no_methods` are the expression statements that read an attribute which is not a method.
    """

    assigned: dict[tuple[Class | None, FunctionCode | None], dict[str, bool]] = field(default_factory=dict)
    names_of_sides: dict[Branch, tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)
    flags_of_sides: dict[Branch, tuple[bool, tuple[Call, ...]]] = field(default_factory=dict)
    live_names: dict[FunctionCode, Liveness] = field(default_factory=dict)
    no_methods: set[Site] = field(default_factory=set)
