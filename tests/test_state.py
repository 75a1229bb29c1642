"""A fork of a state copies every table and shares every other value."""

from __future__ import annotations

from dataclasses import fields

from graphlint.engine.domain.state import SHARED, TABLES, State
from graphlint.engine.domain.values import Constant


def test_a_fork_has_the_values_of_each_attribute() -> None:
    state = State()
    for name in SHARED:
        setattr(state, name, Constant(name))
    for name in TABLES:
        table = getattr(state, name)
        if isinstance(table, set):
            table.add(name)
        elif isinstance(table, dict):
            table[name] = name
    for item in fields(state.facts):
        facts = getattr(state.facts, item.name)
        if isinstance(facts, set):
            facts.add(item.name)
        else:
            facts[item.name] = item.name
    fork = state.fork()
    assert all(getattr(fork, name) is getattr(state, name) for name in SHARED)
    assert all(getattr(fork, name) == getattr(state, name) for name in TABLES if name != "condition")
    assert all(getattr(fork, name) is not getattr(state, name) for name in (*TABLES, "owned"))
    assert all(getattr(fork.facts, item.name) is not getattr(state.facts, item.name) for item in fields(state.facts))
