"""The summary of a file: the facts that its code states, computed once from the syntax tree, without comments and strings.

A summary costs a fraction of the parse and takes a fraction of the tree's memory. It answers questions about code that is not executed:
which functions are analyzed as roots, what a callee may do, how a name is used.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from graphlint.project.outline import Outline
from graphlint.source.prefilter import OTHER_FRAMEWORKS, WORDS


class Effect(enum.IntFlag):
    """The effects that code has or mentions. Code in a nested function counts for the functions around it, too."""

    NONE = 0
    BACKWARD = enum.auto()
    """Calls backward, in any spelling: `loss.backward()`, `accelerator.backward(loss)`."""
    AUTOGRAD_GRAD = enum.auto()
    STEP = enum.auto()
    ZERO_GRAD = enum.auto()
    EVAL = enum.auto()
    """Calls `eval()`."""
    GRAD_MODE = enum.auto()
    """Mentions a switch that may disable grad mode."""
    DETACHES = enum.auto()
    """Reads what detaches a tensor."""
    TRAINING_STEP = enum.auto()
    REQUIRES_GRAD = enum.auto()
    """Sets whether a tensor requires grad: it may freeze parameters."""
    READS_REQUIRES_GRAD = enum.auto()
    """Reads whether a tensor requires grad, or creates one that does or does not."""
    LOOP = enum.auto()
    BACKWARD_IN_LOOP = enum.auto()
    """Calls backward in a loop of its own."""
    COLLECTS = enum.auto()
    """Adds or appends the result of a call to something."""
    GLOBAL = enum.auto()
    """Rebinds a name of an outer scope."""
    CUSTOM_FUNCTION = enum.auto()
    """A method of an autograd.Function."""
    MENTIONS = enum.auto()
    """Mentions anything else that concerns graphs: a gradient, a bare `eval`, an in-place method, a `backward` that is not called."""
    MISUSES = enum.auto()
    """Holds a mistake that needs no graph: discards a switch of the grad mode or a detached tensor, names a removed API."""
    CHANGES = enum.auto()
    """Changes a value in place by an augmented assignment or a store to an item."""
    RAISES = enum.auto()
    """Reads a name that Python or a library has removed."""
    TRAINING_MODE = enum.auto()
    """Reads `train` or `eval` of something, called or not: it may switch the training mode of a module."""
    GRAD_MODE_LEFT = enum.auto()
    """Mentions a switch of grad mode other than as a context manager of a with statement or as a decorator: it may outlive the call."""
    RESETS = enum.auto()
    """Sets or deletes a gradient, or calls what resets one in place: `p.grad = None`, `zero_grad()`, `p.grad.zero_()`."""
    CONVERTS = enum.auto()
    """Calls a function of a library that converts tensors to arrays, which raises if one requires grad: `plt.plot(net(t))`."""

    BACKPROPAGATES = BACKWARD | AUTOGRAD_GRAD | ZERO_GRAD | STEP
    TRAINS = BACKWARD | AUTOGRAD_GRAD | ZERO_GRAD | TRAINING_STEP
    """A run that is to reach its end executes functions with these effects, whatever they cost."""
    LOUD = BACKPROPAGATES | EVAL | TRAINING_STEP | MISUSES
    """Trains or evaluates a model, or holds a mistake."""
    OPENS = BACKPROPAGATES | EVAL | GRAD_MODE | TRAINING_STEP
    CONCERNS_CALLERS = BACKPROPAGATES | EVAL | GRAD_MODE_LEFT | TRAINING_STEP
    """Leaves something to its callers: gradients, freed graphs, another mode."""
    CONCERNS_GRAPHS = OPENS ^ TRAINING_STEP | DETACHES | CUSTOM_FUNCTION | MENTIONS


class UsedAs(enum.Enum):
    """The kind of object that the uses of a name show."""

    MODULE = "module"
    OPTIMIZER = "optimizer"


class Use(enum.IntFlag):
    """The uses of a name that tell a module or an optimizer from other objects."""

    NONE = 0
    EVAL = enum.auto()
    TRAIN = enum.auto()
    """`train()` without an argument, or with True or False."""
    PARAMETERS = enum.auto()
    MODULES = enum.auto()
    ZERO_GRAD = enum.auto()
    STEP = enum.auto()
    PARAM_GROUPS = enum.auto()
    LOAD_STATE_DICT = enum.auto()
    FREEZE = enum.auto()
    """`requires_grad_(False)`."""

    OF_MODULE = EVAL | PARAMETERS | MODULES | FREEZE
    OF_OTHER_FRAMEWORKS = EVAL | TRAIN
    """Uses that modules of other frameworks have, too."""


class Imported(NamedTuple):
    """An import. `names` are the imported members with their local names; empty for a plain `import`."""

    module: str
    level: int
    names: tuple[tuple[str, str], ...]


class RequiredName(NamedTuple):
    """A name of another module without which the file cannot be imported; "" for the module itself. `line` is that of the statement."""

    line: int
    module: str
    level: int
    name: str


class UncalledMethod(NamedTuple):
    """A statement that only reads a method which code calls for its effect: `model.eval`.

    `at` is its span, `receiver` the dotted name of the object, "" for any other receiver; `functions` are the names of the functions around
    it, outermost first. `is_test` says that code around it expects an AttributeError: it tests for the attribute.
    """

    at: tuple[int, int, int, int]
    name: str
    receiver: str
    functions: tuple[str, ...]
    is_test: bool


@dataclass(frozen=True, slots=True)
class FunctionSummary:
    """A function or method, with the code of the functions in it and of its decorators.

    `line` is the line of its `def`, `owner` the class whose method it is, `calls` are the dotted names that it calls, with "" for a
    receiver that is not a name, and the names of the containers whose items it calls; `called` are their last parts.
    `called_with_grad` are the names called where no block disables grad mode. `mentioned` are the definitions at the top level of the file
    that it mentions, `decorators` the last parts of its decorators' names. `is_nested` says that another function or a nested class
    defines it.
    """

    name: str
    line: int
    owner: str
    effects: Effect
    calls: frozenset[str]
    called: frozenset[str]
    called_with_grad: frozenset[str] = frozenset()
    mentioned: frozenset[str] = frozenset()
    decorators: frozenset[str] = frozenset()
    is_nested: bool = False

    @property
    def called_names_with_grad(self) -> frozenset[str]:
        """The last parts of the names called where no block disables grad mode."""
        return frozenset(name.rpartition(".")[2] for name in self.called_with_grad)


@dataclass(frozen=True, slots=True)
class ClassSummary:
    """A class at the top level of a file.

    `methods` are its methods by name, `effects` those of its whole body. `straight` says that its code has no branches and is short,
    `stores_state` that a method other than `__init__` stores something beyond its call, `returns_attribute` that a call of an instance may
    return one of its attributes, `makes_parts` that a method may create a layer or a parameter. `parts` are the attributes of self that it
    calls or iterates over, `mentioned` the other classes of the file that it mentions.
    """

    name: str
    line: int
    bases: tuple[str, ...]
    methods: Mapping[str, int]
    effects: Effect
    straight: bool
    stores_state: bool
    returns_attribute: bool
    makes_parts: bool
    parts: frozenset[str]
    mentioned: frozenset[str]


@dataclass(frozen=True)
class FileSummary:
    """The facts that the code of a file states.

    Dotted names are spelled as in the code, except that the receiver of a method is always `self`.

    Attributes:
        functions: all functions, outer ones before those in them.
        classes: the classes at the top level.
        imports: the imports, including those in functions.
        definitions: the functions and classes at the top level.
        effects: the effects of all code.
        called: the names that are called, without what is before the last dot.
        called_names: the dotted names that are called.
        called_without_grad: the methods that are called where grad mode is off.
        called_in_contexts: the functions and methods that are called in a with statement, of whatever context.
        replaced_by_call: the dotted names that are rebound to a result of their own call.
        uses: the uses of dotted names that tell their kind.
        mentions: the lines (from 1) in which each name occurs as a name of a scope.
        stores: the lines (from 1) that assign to each attribute of self, by the class; "" for functions outside of classes.
        replaced: the attributes that are deleted, emptied, or assigned through another name than self.
        values: the attributes of self that are read without a call.
        computed_prefixes: the prefixes of names by which methods of self are selected: getattr(self, "_" + mode).
        identifiers: all names, attributes and imported modules.
        uncalled: the statements that only read a method, except those of an imported module and those that the file makes a property.
        unbound: the names that are read and that nothing in the file or in Python binds: reading them raises a NameError.
        own_effects: the effects of the code outside of functions, which runs when the module is imported.
        own_calls: the last parts of the names that this code calls, and the decorators of its functions.
        script_calls: those called by this code, without its classes: a script calls functions, a library defines them.
        own_mentions: the definitions at the top level that this code mentions, other than as bases of classes.
        holders: the functions of the file, also imported ones, that a name may stand for: an item of a container, a keyword argument.
        required: the names that the statements at the top level import, and that the bases of classes there read, in order.
        outline: the bodies of the functions; None if the text is not that of a module.
        is_fragment: True for a snippet, which does not show all code.
    """

    functions: tuple[FunctionSummary, ...] = ()
    classes: Mapping[str, ClassSummary] = field(default_factory=dict)
    imports: tuple[Imported, ...] = ()
    definitions: frozenset[str] = frozenset()
    effects: Effect = Effect.NONE
    called: frozenset[str] = frozenset()
    called_names: frozenset[str] = frozenset()
    called_without_grad: frozenset[str] = frozenset()
    called_in_contexts: frozenset[str] = frozenset()
    replaced_by_call: frozenset[str] = frozenset()
    uses: Mapping[str, Use] = field(default_factory=dict)
    mentions: Mapping[str, list[int]] = field(default_factory=dict)
    stores: Mapping[str, Mapping[str, list[int]]] = field(default_factory=dict)
    replaced: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    computed_prefixes: frozenset[str] = frozenset()
    identifiers: frozenset[str] = frozenset()
    uncalled: tuple[UncalledMethod, ...] = ()
    unbound: frozenset[str] = frozenset()
    own_effects: Effect = Effect.NONE
    own_calls: frozenset[str] = frozenset()
    script_calls: frozenset[str] = frozenset()
    holders: Mapping[str, frozenset[str]] = field(default_factory=dict)
    required: tuple[RequiredName, ...] = ()
    own_mentions: frozenset[str] = frozenset()
    outline: Outline | None = None
    is_fragment: bool = False

    def callers(self, name: str) -> Iterator[tuple[str, FunctionSummary]]:
        """Yield the functions of the file that call one of this name, and those that call these, each with the name that it calls."""
        seen, pending = {name}, [name]
        for here in pending:
            for item in self.functions:
                if here in item.called:
                    yield here, item
                    if item.name not in seen:
                        seen.add(item.name)
                        pending.append(item.name)

    def mentions_anywhere(self, name: str) -> bool:
        """Return True if the code mentions a name, or imports it under another one."""
        return name in self.identifiers or any(member == name for item in self.imports for member, _ in item.names)

    def owner_of(self, name: str) -> str:
        """Return the only class of the file that defines a method; "" if there are several, or none."""
        owners = [item.owner for item in self.functions if item.name == name]
        return owners[0] if len(owners) == 1 else ""

    @cached_property
    def freezes(self) -> bool:
        """True if the code may freeze parameters."""
        return "requires_grad" in self.replaced or any(Use.FREEZE in item for item in self.uses.values())

    @cached_property
    def can_hold_finding(self) -> bool:
        """True if the code names torch or something built on it, and does not use another framework only."""
        if self._names_torch:
            return True
        found = Effect.EVAL in self.effects or self.uncalled or any(word in name for name in self.identifiers for word in TRAINING_WORDS)
        return bool(found) and not self.uses_other_framework

    @cached_property
    def uses_other_framework(self) -> bool:
        """True if the code imports another framework and never names torch."""
        return not self._names_torch and self.imports_other_framework

    @cached_property
    def imports_other_framework(self) -> bool:
        """True if the code imports another framework, with or without PyTorch."""
        return any(not item.level and item.module.split(".")[0] in OTHER_FRAMEWORKS for item in self.imports)

    @cached_property
    def _names_torch(self) -> bool:
        return any("torch" in name for name in self.identifiers)


TRAINING_WORDS = tuple(word.decode() for word in WORDS)
EMPTY = FileSummary()
"""The summary of a file that does not parse."""
