"""Evidence in a file's code for the kind of a name: `model.parameters()` implies a module, `.zero_grad()` with `.step()` an optimizer."""

from __future__ import annotations

import functools
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property

from graphlint.common.timing import Phase, Stopwatch
from graphlint.project import class_facts
from graphlint.project.effect_names import RETURNING_SELF
from graphlint.project.file_summary import Effect, FileSummary, UncalledMethod, Use, UsedAs
from graphlint.project.relevant_names import RelevantNames
from graphlint.project.roots import CallGraph, Roots

OF_PYTHON_2 = frozenset("basestring cmp coerce execfile file long raw_input reduce reload unichr unicode xrange".split())
"""Built-in functions of Python 2 that Python 3 does not have."""


class FileEvidence:
    """The uses of dotted names in one file; it is parsed and summarized on first use."""

    def __init__(
        self,
        summarize: Callable[[], FileSummary],
        relevant_names: Callable[[], RelevantNames] = RelevantNames,
        watch: Stopwatch | None = None,
    ) -> None:
        self._summarize = summarize
        self._watch = watch or Stopwatch()
        self._relevant_names = relevant_names
        self._roots: tuple[RelevantNames, Roots] | None = None

    @cached_property
    def summary(self) -> FileSummary:
        """The facts that the file's code states."""
        return self._summarize()

    @cached_property
    def graph(self) -> CallGraph:
        """The call graph of the file, with the effects of its functions."""
        return CallGraph(self.summary)

    def roots(self) -> Roots:
        """The functions of the file that are worth analyzing."""
        with self._watch.phase(Phase.SEARCH):
            relevant_names = self._relevant_names()
            if self._roots is None or self._roots[0] != relevant_names:
                self._roots = (relevant_names, Roots(self.summary, self.graph, relevant_names))
            return self._roots[1]

    @cached_property
    def _names_by_line(self) -> tuple[list[int], list[str]]:
        """The lines in which names of scopes occur, in order, and the name of each."""
        found = sorted((line, name) for name, lines in self.summary.mentions.items() for line in lines)
        return [line for line, _ in found], [name for _, name in found]

    def mentioned_between(self, first: int, last: int) -> tuple[str, ...]:
        """Return the names of scopes that occur in some lines."""
        lines, names = self._names_by_line
        return tuple(dict.fromkeys(names[bisect_left(lines, first) : bisect_right(lines, last)]))

    @cached_property
    def used_attributes(self) -> frozenset[str]:
        """The names of attributes that the file calls, of which it calls methods, or over which it iterates."""
        called = {part for name in self.summary.called_names for part in name.split(".")[1:]}
        return frozenset(called.union(*(item.parts for item in self.summary.classes.values())))

    @cached_property
    def opaque_classes(self) -> frozenset[str]:
        """The classes that can be treated as opaque."""
        return class_facts.opaque_classes(self.summary)

    @cached_property
    def plain_classes(self) -> frozenset[str]:
        """The classes whose effects on graphs the summary states."""
        return class_facts.plain_classes(self.summary)

    @cached_property
    def module_classes(self) -> frozenset[str]:
        """The classes that derive from nn.Module."""
        return class_facts.module_classes(self.summary)

    @cached_property
    def parameterless_bases(self) -> frozenset[str]:
        """The parameterless classes of which no subclass in the file owns parameters."""
        return class_facts.parameterless_bases(self.summary)

    @cached_property
    def parameterless_classes(self) -> frozenset[str]:
        """The classes whose instances own no parameter."""
        return class_facts.parameterless_classes(self.summary)


class ProjectEvidence:
    """The uses of dotted names, by file; and the effects of functions with all that they call, by file and line."""

    def __init__(
        self, find: Callable[[str], FileEvidence], callee_effects: Callable[[str, int], Effect], freezes_beside: Callable[[str], bool]
    ) -> None:
        self._find = find
        self.freezes_beside = functools.cache(freezes_beside)
        self._callee_effects = callee_effects
        self._effects: dict[tuple[str, int], Effect] = {}
        self._found: dict[str, FileEvidence] = {}
        self._roots: dict[str, Roots] = {}

    def _of(self, path: str) -> FileEvidence:
        found = self._found.get(path)
        if found is None:
            found = self._found[path] = self._find(path)
        return found

    def roots(self, path: str) -> Roots:
        """Return the functions of a file that are worth analyzing."""
        found = self._roots.get(path)
        if found is None:
            found = self._roots[path] = self._of(path).roots()
        return found

    def callee_effects(self, path: str, line: int) -> Effect:
        """Return the possible effects of the function in a file whose `def` is in a line, with all that it calls."""
        found = self._effects.get((path, line))
        if found is None:
            found = self._effects[path, line] = self._callee_effects(path, line)
        return found

    def opaque_class(self, path: str, name: str) -> bool:
        """Return True if a file defines the class, and it can be treated as opaque."""
        return name in self._of(path).opaque_classes

    def plain_class(self, path: str, name: str) -> bool:
        """Return True if a file defines the class, and its summary states the effects of its instances on graphs."""
        return name in self._of(path).plain_classes

    def trains(self, path: str, name: str) -> bool:
        """Return True if the code of a class of a file trains or evaluates a model, or holds a mistake."""
        made = self._of(path).summary.classes.get(name)
        return made is None or bool(made.effects & Effect.LOUD)

    def module_class(self, path: str, name: str) -> bool:
        """Return True if a file defines the class, and it derives from nn.Module."""
        return name in self._of(path).module_classes

    def parameterless_base(self, path: str, name: str) -> bool:
        """Return True if a file defines the class, and neither it nor its subclasses in the file own parameters."""
        return name in self._of(path).parameterless_bases

    def parameterless_class(self, path: str, name: str) -> bool:
        """Return True if a file defines the class, and it owns no parameters."""
        return name in self._of(path).parameterless_classes

    def freezes(self, path: str, name: str) -> bool:
        """Return True if a class of a file may freeze its parameters: the file, or what its methods call, sets `requires_grad`."""
        summary = self._of(path).summary
        made = summary.classes.get(name)
        lines = made.methods.values() if made is not None else ()
        return Effect.REQUIRES_GRAD in summary.effects or any(Effect.REQUIRES_GRAD in self.callee_effects(path, line) for line in lines)

    def computes_gradient(self, path: str, name: str) -> bool:
        """Return True if the forward of a class of a file, or what it calls, may run backward or compute a gradient."""
        made = self._of(path).summary.classes.get(name)
        lines = () if made is None else (line for method, line in made.methods.items() if method in ("forward", "__call__"))
        return any(self.callee_effects(path, line) & (Effect.BACKWARD | Effect.AUTOGRAD_GRAD) for line in lines)

    def called(self, path: str, name: str) -> bool:
        """Return True if a file calls something by this dotted name."""
        return name in self._of(path).summary.called_names

    def uses_attribute(self, path: str, name: str) -> bool:
        """Return True if a file calls an attribute of this name, calls a method of one, or iterates over one."""
        return name in self._of(path).used_attributes

    def imports_other_framework(self, path: str) -> bool:
        """Return True if a file imports another framework, with or without PyTorch."""
        return self._of(path).summary.imports_other_framework

    def replaced_by_call(self, path: str, name: str) -> bool:
        """Return True if a file rebinds a dotted name to the result of its own call: `model = model()`."""
        return name in self._of(path).summary.replaced_by_call

    def may_be_selected(self, path: str, name: str) -> bool:
        """Return True if a file uses a method of self as a value, or selects one by a computed name that may match."""
        summary = self._of(path).summary
        return name in summary.values or any(name.startswith(start) for start in summary.computed_prefixes)

    def stores(self, path: str, owner: str, name: str) -> list[int]:
        """Return the lines (from 1) of a file that assign to an attribute of self in the methods of a class.

        A function outside of classes may be made a method of any class.
        """
        stores = self._of(path).summary.stores
        return [line for holder in (owner, "") for line in stores.get(holder, {}).get(name, ())]

    def replaces(self, path: str, name: str) -> bool:
        """Return True if a file deletes or empties an attribute, or assigns it through another name than self."""
        return name in self._of(path).summary.replaced

    def mentions(self, path: str, name: str) -> list[int]:
        """Return the lines (from 1) of a file in which a name of a scope occurs."""
        return self._of(path).summary.mentions.get(name, [])

    def mentioned_between(self, path: str, first: int, last: int) -> tuple[str, ...]:
        """Return the names of scopes that occur in a file between two lines (from 1)."""
        return self._of(path).mentioned_between(first, last)

    def is_unbound(self, path: str, name: str) -> bool:
        """Return True if nothing binds a name that a file reads, so that reading it raises a NameError.

        The commands of a notebook may bind names, but not the built-in functions of Python 2.
        """
        return name in self._of(path).summary.unbound and (not path.endswith(".ipynb") or name in OF_PYTHON_2)

    def is_fragment(self, path: str) -> bool:
        """Return True for a snippet, which does not show all code."""
        return self._of(path).summary.is_fragment

    def receivers_of(self, path: str, method: str) -> frozenset[str]:
        """Return the dotted names on which a file calls a method, and items of them under a literal key; "" stands for other receivers."""
        calls = (name.rpartition(".") for name in self._of(path).summary.called_names)
        return frozenset(receiver for receiver, dot, name in calls if dot and name == method)

    def uncalled(self, path: str) -> Sequence[UncalledMethod]:
        """Return the statements of a file that only read a method."""
        return self._of(path).summary.uncalled

    def kind(self, path: str, name: str) -> UsedAs | None:
        """Return the kind of object that the uses of a dotted name in a file show, None if they show none."""
        summary = self._of(path).summary
        uses = summary.uses.get(name)
        if not uses:
            return None
        if Use.STEP in uses and uses & (Use.ZERO_GRAD | Use.PARAM_GROUPS):
            return UsedAs.OPTIMIZER
        if summary.imports_other_framework and not uses & ~Use.OF_OTHER_FRAMEWORKS and not _is_moved(summary, name):
            return None
        if uses & Use.OF_MODULE or (Use.TRAIN in uses and (uses & (Use.LOAD_STATE_DICT | Use.ZERO_GRAD) or name in summary.called_names)):
            return UsedAs.MODULE
        if Use.ZERO_GRAD in uses and not uses & (Use.STEP | Use.PARAM_GROUPS):
            return UsedAs.OPTIMIZER if "optim" in name.lower() else UsedAs.MODULE if Use.TRAIN in uses else None
        return None


def _is_moved(summary: FileSummary, name: str) -> bool:
    """Return True if a file moves or converts the object of a dotted name, as only modules and tensors of PyTorch can be."""
    return any(f"{name}.{method}" in summary.called_names for method in RETURNING_SELF - {"train", "eval"})
