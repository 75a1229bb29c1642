"""Facts that a file states about names, as far as searches over all files of a project ask: who calls, holds, derives from or imports one.

An analysis that has searched a file for names stays valid while the file states the same about them, however else it changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.project.class_facts import freezes_own_module
from graphlint.project.file_summary import Effect, FileSummary
from graphlint.project.grad_mode_callers import GRAD_MODES

IMPORTS = "<imports>"
"""Stands for the imports of a file and the definitions that others may import."""
FREEZES = "requires_grad"
"""The name that stands for classes which freeze their own parameters."""


def differing_names(old: FileSummary, new: FileSummary) -> frozenset[str]:
    """Return the names about which two texts of a file state different things."""
    return frozenset(name for name, _ in set(_facts(old)) ^ set(_facts(new)))


def _facts(summary: FileSummary) -> Iterator[tuple[str, object]]:
    """Yield the facts of a file, each after the name that it is about."""
    yield IMPORTS, (summary.imports, summary.definitions)
    yield FREEZES, ("freezes", freezes_own_module(summary))
    without_grad = any(item.calls - item.called_with_grad for item in summary.functions)
    yield from ((name, ("calls without grad", without_grad)) for name in GRAD_MODES)
    switches = Effect.GRAD_MODE in summary.effects
    yield from ((name, ("called", switches)) for name in summary.called)
    yield from ((name, "called by the module") for name in summary.own_calls)
    yield from ((name, "called where grad mode is off") for name in summary.called_without_grad)
    yield from ((name, "mentioned") for name in summary.identifiers)
    yield from ((name, ("held", holder)) for holder, items in summary.holders.items() for name in items)
    yield from ((name, ("derives", item.bases)) for name, item in summary.classes.items())
    for item in summary.functions:
        spelled: dict[str, list[str]] = {}
        for call in item.calls:
            spelled.setdefault(call.rpartition(".")[2], []).append(call)
        with_grad = item.called_names_with_grad
        yield from ((name, (item.name, item.owner, frozenset(calls), name in with_grad)) for name, calls in spelled.items())
