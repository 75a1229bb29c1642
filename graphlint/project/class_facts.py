"""Classes whose instances need no execution: the summary of their file states their effects on graphs."""

from __future__ import annotations

import builtins
from collections.abc import Mapping

from graphlint.project.effect_names import OPTIMIZERS
from graphlint.project.file_summary import ClassSummary, Effect, FileSummary
from graphlint.project.uncalled_functions import LOOKUPS

_PLAIN_ROOTS = frozenset(("torch", "nn", "abc"))
_PLAIN_BASES = frozenset(("Module", "object", "ABC", "Dataset", "Function"))
_COLLECTS_IN_LOOP = Effect.LOOP | Effect.COLLECTS
_BUILT_IN = frozenset(dir(builtins))
_BUFFERS = frozenset(("register_buffer", "state_dict"))


def opaque_classes(summary: FileSummary) -> frozenset[str]:
    """Return the classes that can be treated as opaque: the plain ones that do not derive from nn.Module, and that collect no results.

    A module is executed: which outputs share a graph, and which parameters are frozen, is not in its summary. So is a class with a loop
    that adds up or appends what the values in its fields return, which may be losses, and one with a loop that calls an argument, which
    may be a model.
    """
    collecting = {item.name for item in summary.classes.values() if _COLLECTS_IN_LOOP in item.effects and item.parts - item.methods.keys()}
    return _closed_under_bases(set(plain_classes(summary) - module_classes(summary) - collecting - _applying(summary)), summary.classes)


def _applying(summary: FileSummary) -> set[str]:
    """Return the classes with a method that has a loop and calls an argument: a plain name that the file neither defines nor imports."""
    bound = {here for item in summary.imports for _, here in item.names} | summary.definitions | _BUILT_IN
    return {
        item.owner
        for item in summary.functions
        if item.owner and Effect.LOOP in item.effects and any(name and "." not in name and name not in bound for name in item.calls)
    }


def plain_classes(summary: FileSummary) -> frozenset[str]:
    """Return the classes whose effects on graphs the summary states.

    No method concerns graphs, creates an optimizer or stores anything beyond a call, no call returns an attribute unchanged, and all bases
    are opaque or from a library. Short straight-line classes without another class of the file are excluded: inlining them is cheap and
    shows the dependencies of their results.
    """
    if summary.uses_other_framework:
        return frozenset()
    optimizing = {item.owner for item in summary.functions if not OPTIMIZERS.isdisjoint(item.called)}
    plain = {
        item.name
        for item in summary.classes.values()
        if not item.effects & (Effect.CONCERNS_GRAPHS | Effect.READS_REQUIRES_GRAD | Effect.GLOBAL | Effect.RAISES)
        and item.name not in optimizing
        and not item.stores_state
        and not item.returns_attribute
        and not (item.straight and not item.mentioned)
    }
    return _closed_under_bases(plain, summary.classes)


def parameterless_classes(summary: FileSummary) -> frozenset[str]:
    """Return the classes whose instances own no parameter if they are modules: neither they nor their bases create a layer or a parameter,
    or call an argument."""
    own = _BUFFERS.union(item.name for item in summary.functions)
    bare = {item.name for item in summary.classes.values() if not item.makes_parts and item.parts <= own}
    return _closed_under_bases(bare, summary.classes)


def parameterless_bases(summary: FileSummary) -> frozenset[str]:
    """Return the classes that own no parameter, and of which no subclass in the file creates one: one in another file may."""
    creating = {item.name for item in summary.classes.values() if item.makes_parts}
    grew = True
    while grew:
        before = len(creating)
        creating |= {base for item in summary.classes.values() if item.name in creating for base in item.bases}
        grew = len(creating) > before
    return parameterless_classes(summary) - creating


def module_classes(summary: FileSummary) -> frozenset[str]:
    """Return the classes that derive from nn.Module, or from a layer of torch.nn, by bases that the file shows."""
    found: set[str] = set()
    grew = True
    while grew:
        before = len(found)
        found.update(item.name for item in summary.classes.values() if any(_is_layer(base) or base in found for base in item.bases))
        grew = len(found) > before
    return frozenset(found)


def _closed_under_bases(names: set[str], classes: Mapping[str, ClassSummary]) -> frozenset[str]:
    """Return the classes whose bases are among them, too, or are harmless library classes."""
    left = {name for name in names if all(is_plain_base(base) or base in names for base in classes[name].bases)}
    return frozenset(left) if left == names else _closed_under_bases(left, classes)


def _is_layer(base: str) -> bool:
    return base == "Module" or base.startswith(("nn.", "torch.nn."))


def is_plain_base(base: str) -> bool:
    """Return True for a base class of PyTorch or of Python: it calls no method of a subclass that evaluates or trains."""
    root, dot, _ = base.partition(".")
    return (bool(dot) and root in _PLAIN_ROOTS) or base in _PLAIN_BASES


def freezes_own_module(summary: FileSummary) -> bool:
    """Return True if a module class of a file may freeze its parameters, and other files may import it: the file is not a script."""
    is_script = not summary.script_calls.isdisjoint(summary.definitions | LOOKUPS)
    return (
        summary.freezes and not is_script and any(Effect.REQUIRES_GRAD in summary.classes[name].effects for name in module_classes(summary))
    )
