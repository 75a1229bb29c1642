"""Roots: the functions of a file that are worth analyzing without a caller, and those whose findings depend on other files.

The choice only saves work. A function outside of them can neither run backward nor free, retain or detach a graph nor switch a mode. The
graph that it builds matters only to its callers, whose analysis enters it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from graphlint.ir.instructions import FunctionCode
from graphlint.project.class_facts import is_plain_base
from graphlint.project.effect_names import OPTIMIZERS
from graphlint.project.file_summary import Effect, FileSummary, FunctionSummary, Use
from graphlint.project.relevant_names import NOTHING, RelevantNames

_EVALUATES = re.compile(r"(?i)test|eval|valid|predict|sampl|infer|generate")
_ACTIVE = Effect.CONCERNS_GRAPHS | Effect.LOUD | Effect.REQUIRES_GRAD | Effect.READS_REQUIRES_GRAD | Effect.LOOP | Effect.CHANGES
"""The effects of code that may lead to a finding when the module runs."""

SWITCHES = frozenset(("train", "eval"))
"""Methods of modules that are also names of functions of programs."""


class CallGraph:
    """The functions of a file, with their effects and those of the functions that they call by name."""

    def __init__(self, summary: FileSummary) -> None:
        self._summary = summary
        self._worth: list[FunctionSummary] = []
        self._waiting: list[FunctionSummary] = []
        # The finding of an evaluation is in the evaluation itself.
        may_evaluate = summary.can_hold_finding
        for item in summary.functions:
            worth = item.effects & Effect.CONCERNS_GRAPHS or (may_evaluate and Effect.LOOP in item.effects and _EVALUATES.search(item.name))
            (self._worth if worth else self._waiting).append(item)

    @cached_property
    def backward(self) -> frozenset[int]:
        """The lines of the functions that call backward."""
        return _lines(item for item in self._summary.functions if Effect.BACKWARD in item.effects)

    @cached_property
    def effects(self) -> Mapping[int, Effect]:
        """The effects of the code of each function, by its line."""
        return {item.line: item.effects for item in self._summary.functions}

    @cached_property
    def self_calls(self) -> Mapping[int, frozenset[str]]:
        """The names of the attributes of self that each function calls, or whose methods it calls, by its line."""
        return {
            item.line: frozenset(name.split(".")[1] for name in item.calls if name.startswith("self."))
            for item in self._summary.functions
            if item.owner
        }

    @cached_property
    def training_loops(self) -> frozenset[int]:
        """The lines of the functions that call backward in a loop."""
        return _lines(item for item in self._summary.functions if Effect.BACKWARD_IN_LOOP in item.effects)

    def backward_functions(self, relevant_names: frozenset[str]) -> frozenset[str]:
        """Return the names of functions that run backward, step an optimizer or reset gradients, and of their callers. Their effect
        depends on earlier calls of their callers, in other files, too."""
        return self._transitive_callers(self._with(Effect.BACKPROPAGATES), relevant_names)[1]

    @cached_property
    def concerning_functions(self) -> frozenset[str]:
        """The names of functions whose effects on graphs depend on their arguments, for calls from other files."""
        return frozenset(item.name for item in self._with(Effect.CONCERNS_GRAPHS))

    def active_functions(self, relevant_names: frozenset[str]) -> frozenset[str]:
        """Return the names of the functions whose run may lead to a finding, and of their callers; a class stands for its constructor."""
        active = [item for item in self._summary.functions if item.effects & _ACTIVE or not OPTIMIZERS.isdisjoint(item.called)]
        lines, _ = self._transitive_callers(active, relevant_names | {item.owner for item in active if item.name == "__init__"})
        found = (item for item in self._summary.functions if item.line in lines)
        return frozenset(item.owner if item.name == "__init__" else item.name for item in found)

    def backward_lines(self, relevant_names: frozenset[str]) -> frozenset[int]:
        """Return the lines of such functions; 0 is the module itself."""
        lines, _ = self._transitive_callers(self._with(Effect.BACKPROPAGATES), relevant_names)
        return lines | {0} if self._summary.effects & Effect.BACKPROPAGATES or self._calls_any(relevant_names) else lines

    def cross_file_lines(self, relevant_names: frozenset[str]) -> frozenset[int]:
        """Return the lines of functions that run backward, switch modes or collect results in a loop, and of their callers; 0 is the
        module itself."""
        opening = [item for item in self._summary.functions if item.effects & Effect.OPENS or _collects_in_loop(item.effects)]
        lines, _ = self._transitive_callers(opening, relevant_names)
        return lines | {0} if self._module_is_cross_file or self._calls_any(relevant_names) else lines

    def lines_to_analyze(self, relevant_names: frozenset[str]) -> frozenset[int]:
        """Return the lines of functions that are worth analyzing: functions that concern graphs, functions that call one in a loop, and
        transitive callers of functions that run backward or leave another mode. In a snippet, so are the modules whose training it does
        not show.

        The effect of other functions is analyzed where they are called.
        """
        lines, _ = self._transitive_callers(self._with(Effect.CONCERNS_CALLERS), relevant_names)
        names = {item.name for item in self._worth}
        again = (item for item in self._waiting if Effect.LOOP in item.effects and not names.isdisjoint(item.called))
        shown = (item.line for item in self._summary.functions if self._summary.is_fragment and item.name == "forward")
        return lines.union((item.line for item in self._worth), (item.line for item in again), shown)

    @cached_property
    def module_effects(self) -> tuple[Effect, frozenset[str]]:
        """The effects of the module's own code, with those of the functions of the file that it calls by name, transitively, and all names
        that they call."""
        return self._reached(self._summary.own_effects, self._summary.own_calls)

    @cached_property
    def script_calls(self) -> frozenset[str]:
        """The names that the statements of the module call, without its classes, and those that functions of the file call for them."""
        return self._reached(Effect.NONE, self._summary.script_calls)[1]

    def _reached(self, effects: Effect, calls: frozenset[str]) -> tuple[Effect, frozenset[str]]:
        """Return some effects and names with those of the functions of the file that are called by these names, transitively."""
        by_name: dict[str, list[FunctionSummary]] = {}
        for item in self._summary.functions:
            implicit = item.owner and (item.name.startswith("__") or item.name == "forward")
            by_name.setdefault(item.owner if implicit else item.name, []).append(item)
        found, names, pending = effects, set(calls), list(calls)
        while pending:
            for item in by_name.pop(pending.pop(), ()):
                found |= item.effects
                pending.extend(item.called)
                names |= item.called
        return found, frozenset(names)

    def _with(self, effects: Effect) -> list[FunctionSummary]:
        """Return the functions that concern graphs and have one of some effects."""
        return [item for item in self._worth if item.effects & effects]

    def _calls_any(self, names: frozenset[str]) -> bool:
        return not names.isdisjoint(self._summary.called)

    @cached_property
    def _module_is_cross_file(self) -> bool:
        """True if the module's own code has an effect that depends on functions of other files."""
        if self._summary.effects & Effect.OPENS or _collects_in_loop(self._summary.effects):
            return True
        # The callers of an evaluation method are in its base class.
        return any(_EVALUATES.search(item.name) for item in self._worth) and any(
            not is_plain_base(base) for item in self._summary.classes.values() for base in item.bases[:1]
        )

    def _transitive_callers(self, sources: list[FunctionSummary], relevant_names: frozenset[str]) -> tuple[frozenset[int], frozenset[str]]:
        """Return `sources`, and all functions that call one of them or of the `relevant_names`, transitively."""
        worth = {item.line for item in sources}
        names = {item.name for item in sources} | relevant_names
        pending = self._summary.functions if names else ()
        grew = bool(names)
        while grew:
            grew = False
            for item in pending:
                if item.line not in worth and not names.isdisjoint(item.called):
                    worth.add(item.line)
                    grew = grew or item.name not in names
                    names.add(item.name)
        return frozenset(worth), frozenset(names)


class Roots:
    """The functions of a file that are worth analyzing."""

    def __init__(self, summary: FileSummary, graph: CallGraph, relevant_names: RelevantNames = NOTHING) -> None:
        self._lines = graph.lines_to_analyze(relevant_names.backward)
        self._cross_file = graph.cross_file_lines(relevant_names.backward | relevant_names.concerning)
        self._runs_others = not graph.script_calls.isdisjoint(OPTIMIZERS | relevant_names.active)
        if self._runs_others:
            self._cross_file |= {0}
        self._backward = graph.backward_lines(relevant_names.backward)
        self._graph = graph
        self._summary = summary
        self._relevant_names = relevant_names

    def contains(self, code: FunctionCode) -> bool:
        """Return True if a function concerns graphs or calls one that does; also for code that is not a def (a module, a lambda)."""
        return code.name.startswith("<") or code.at[0] in self._lines

    def calls_backward(self, code: FunctionCode) -> bool:
        """Return True if a function calls backward itself: its callers then have grad mode enabled."""
        return code.at[0] in self._graph.backward

    def effects(self, code: FunctionCode) -> Effect:
        """Return the effects of a function's own code."""
        return self._graph.effects.get(code.at[0], Effect.NONE)

    def is_training_step(self, code: FunctionCode) -> bool:
        """Return True if a function runs backward, and not in a loop of its own."""
        return self.calls_backward(code) and code.at[0] not in self._graph.training_loops

    def is_cross_file(self, code: FunctionCode) -> bool:
        """Return True if a finding in a function may depend on functions of other files: it runs backward, switches modes, collects
        their results, or calls a function that does."""
        return (0 if code.name.startswith("<") else code.at[0]) in self._cross_file

    def runs_backward(self, code: FunctionCode) -> bool:
        """Return True if a function runs backward, steps an optimizer or resets gradients, or calls one that does."""
        return (0 if code.name.startswith("<") else code.at[0]) in self._backward

    def self_calls(self, code: FunctionCode) -> frozenset[str]:
        """Return the names of the methods, or parts, of self that a function calls."""
        return self._graph.self_calls.get(code.at[0], frozenset())

    def properties(self, line: int) -> tuple[bool, ...]:
        """Return all that is known of the function in a line, 0 for the module itself."""
        return tuple(
            line in lines for lines in (self._lines, self._cross_file, self._backward, self._graph.backward, self._graph.training_loops)
        )

    def called(self, name: str) -> bool:
        """Return True if the file calls a function of this name. `train()` of an object that is used as a module switches its mode."""
        if name not in SWITCHES or name not in self._summary.called:
            return name in self._summary.called
        receivers = (called.rpartition(".")[0] for called in self._summary.called_names if called.rpartition(".")[2] == name)
        return any(not self._summary.uses.get(receiver, Use.NONE) & Use.OF_MODULE for receiver in receivers)

    @cached_property
    def called_where_grad_may_be_off(self) -> frozenset[str]:
        """The names of functions that the file calls where grad mode may be off, or from a function of which that is true.

        Any with statement may disable it, since its context may be another file's; a switch that no context restores, everywhere. Python
        and PyTorch call `forward` and special methods under other names.
        """
        summary = self._summary
        if Effect.GRAD_MODE_LEFT in summary.effects:
            return summary.called
        found = set(summary.called_in_contexts)
        by_name: dict[str, list[FunctionSummary]] = {}
        for item in summary.functions:
            by_name.setdefault(item.name, []).append(item)
            implicit = item.name == "forward" or item.name.startswith("__")
            found |= item.called if implicit else item.called - item.called_names_with_grad
        pending = list(found)
        for here in pending:
            for item in by_name.get(here, ()):
                pending.extend(item.called - found)
                found |= item.called
        return frozenset(found)

    @property
    def is_empty(self) -> bool:
        """True if no function of the file is worth analyzing."""
        return not self._lines

    @property
    def resolves_bases(self) -> bool:
        """True if classes of other files are resolved when the module's code runs."""
        return 0 in self._cross_file

    @cached_property
    def module_is_quiet(self) -> bool:
        """True if the module's own code, and what it calls, neither trains nor evaluates a model nor holds a mistake."""
        effects, called = self._graph.module_effects
        relevant = self._relevant_names
        return not (
            effects & Effect.LOUD or called & OPTIMIZERS or called & relevant.backward or called & relevant.concerning or self._runs_others
        )

    @cached_property
    def module_is_silent(self) -> bool:
        """True if the module's own code, and what it calls, has no effect that may lead to a finding."""
        effects, called = self._graph.module_effects
        relevant = self._relevant_names
        return not (
            effects & (_ACTIVE | Effect.CONVERTS)
            or called & OPTIMIZERS
            or self._summary.uncalled
            or called & relevant.backward
            or called & relevant.concerning
            or self._runs_others
        )


def _lines(functions: Iterable[FunctionSummary]) -> frozenset[int]:
    return frozenset(item.line for item in functions)


def _collects_in_loop(effects: Effect) -> bool:
    return Effect.LOOP in effects and Effect.COLLECTS in effects
