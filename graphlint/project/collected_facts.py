"""The facts of a file while its syntax tree is traversed."""

from __future__ import annotations

import ast
import bisect
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from graphlint.ir.names import dotted
from graphlint.libraries import removed_names
from graphlint.libraries.tensor_methods import DEVICE_MOVES
from graphlint.project import effect_names
from graphlint.project.file_summary import ClassSummary, Effect, FileSummary, FunctionSummary, Imported, RequiredName, UncalledMethod, Use
from graphlint.project.syntax_patterns import constant_prefix

_MENTIONS, _RAISES = int(Effect.MENTIONS), int(Effect.RAISES)
_MOVES = DEVICE_MOVES - {"to"}
_REMOVING = frozenset(("clear", "pop", "popleft", "popitem"))
BINDING_FUNCTIONS = frozenset(("exec", "execfile", "globals", "locals", "vars", "builtins", "get_ipython"))
"""Names by which code binds other names than those that it spells."""
BUILT_INS = frozenset((*vars(builtins), "BaseExceptionGroup", "ExceptionGroup", "PythonFinalizationError", "WindowsError"))
"""The names of every supported Python version and platform that need no binding."""
_STRAIGHT = 13
"""The most statements of a class that is cheap to inline."""


@dataclass(slots=True, eq=False)
class Scope:
    """The current module, class or function.

    `receiver` is the name of the first parameter of the enclosing method, and `receiver_class` the name of its class, "" outside of
    methods. `parameters` are those of the function itself, `is_nested` is as in `FunctionSummary`. `mentioned` are the names that it
    reads. `inner_effects`, `inner_calls` and `inner_mentioned` are those of the functions in it.
    """

    name: str
    line: int
    is_class: bool = False
    owner: str = ""
    receiver: str = "self"
    receiver_class: str = ""
    parameters: frozenset[str] = frozenset()
    effects: int = 0
    calls: set[str] = field(default_factory=set)
    called_with_grad: set[str] = field(default_factory=set)
    functions: list[Scope] = field(default_factory=list)
    statements: int = 0
    inner_effects: int = 0
    inner_calls: set[str] = field(default_factory=set)
    mentioned: set[str] = field(default_factory=set)
    inner_mentioned: set[str] = field(default_factory=set)
    decorators: frozenset[str] = frozenset()
    is_nested: bool = False

    def add(self, inner: Scope) -> None:
        """Add the facts of a function or class: they count for the code around it, too. The code of a class runs with that code."""
        if inner.is_class:
            self.effects |= inner.effects
            self.calls |= inner.calls
            self.mentioned |= inner.mentioned
        else:
            self.inner_effects |= inner.effects
            self.inner_calls |= inner.calls
            self.inner_mentioned |= inner.mentioned
        self.called_with_grad |= inner.called_with_grad
        self.inner_effects |= inner.inner_effects
        self.inner_calls |= inner.inner_calls
        self.inner_mentioned |= inner.inner_mentioned
        self.statements += inner.statements

    @property
    def all_effects(self) -> Effect:
        """The effects of the code and of the functions in it."""
        return Effect(self.effects | self.inner_effects)

    @property
    def all_calls(self) -> frozenset[str]:
        """The names that the code and the functions in it call."""
        return frozenset(self.calls | self.inner_calls)


@dataclass(slots=True, eq=False)
class ClassFacts:
    """The current class at the top level; `method` is its current method."""

    node: ast.ClassDef
    bases: tuple[str, ...]
    methods: dict[str, int] = field(default_factory=dict)
    method: str = ""
    branches: bool = False
    stores_state: bool = False
    returns_attribute: bool = False
    makes_parts: bool = False
    parts: set[str] = field(default_factory=set)


class CollectedFacts:
    """The facts so far, the scopes that enclose the current node, and the methods that add facts."""

    def __init__(self) -> None:
        self.module = Scope("", 0)
        self.scopes = [self.module]
        self.scope = self.module
        self.outer_class: ClassFacts | None = None
        self.disabled = 0
        self.contexts = 0
        self.raising = False
        self.formatted: int | None = None
        self.origins: dict[str, str] = {}
        self.found: list[Scope] = []
        self.classes: list[tuple[ClassFacts, Scope]] = []
        self.imports: list[Imported] = []
        self.definitions: set[str] = set()
        self.without_grad: set[str] = set()
        self.in_contexts: set[str] = set()
        self.replaced: set[str] = set()
        self.uses: dict[str, int] = {}
        self.mentions: dict[str, list[int]] = {}
        self.bound: set[str] = set()
        self.stores: dict[str, dict[str, list[int]]] = {}
        self.replaced_attributes: set[str] = set()
        self.values: set[str] = set()
        self.prefixes: set[str] = set()
        self.attributes: set[str] = set()
        self.uncalled: list[UncalledMethod] = []
        self.tests = 0
        self.modules: set[str] = set()
        self.properties: set[str] = set()
        self.decorators: set[str] = set()
        self.class_calls: set[str] = set()
        self.required: list[RequiredName] = []
        self.holders: dict[str, set[str]] = {}

    def summary(self) -> FileSummary:
        """Return the summary of the collected facts."""
        called_names = self.module.all_calls
        functions = tuple(
            FunctionSummary(
                item.name, item.line, item.owner, item.all_effects, calls := item.all_calls, _last_parts(calls),
                frozenset(item.called_with_grad), frozenset((item.mentioned | item.inner_mentioned) & self.definitions), item.decorators,
                item.is_nested,
            )
            for item in self.found
        )  # fmt: skip
        return FileSummary(
            functions,
            dict(self._class_summaries()),
            tuple(self.imports),
            frozenset(self.definitions),
            self.module.all_effects,
            _last_parts(called_names),
            called_names,
            frozenset(self.without_grad),
            frozenset(self.in_contexts),
            frozenset(self.replaced),
            {name: Use(uses) for name, uses in self.uses.items()},
            self.mentions,
            self.stores,
            frozenset(self.replaced_attributes | _emptied(called_names)),
            frozenset(self.values),
            frozenset(self.prefixes),
            frozenset((*self.mentions, *self.attributes, *self.origins.values(), *(item.module for item in self.imports))),
            tuple(item for item in self.uncalled if not self.is_other(item)),
            self.unbound(),
            Effect(self.module.effects),
            _last_parts(self.module.calls | self.class_calls | self.decorators),
            _last_parts(self.module.calls),
            {name: frozenset(held) for name, values in self.holders.items() if (held := values & (self.definitions | self.origins.keys()))},
            tuple(self.required),
            frozenset(self.module.mentioned & self.definitions),
        )

    def is_other(self, item: UncalledMethod) -> bool:
        """Return True if a statement reads a function of an imported module, or a property defined in the file."""
        return item.name in self.properties or item.receiver.partition(".")[0] in self.modules

    def _class_summaries(self) -> Iterator[tuple[str, ClassSummary]]:
        for (made, scope), mentioned in zip(self.classes, self._mentioned_by_classes(), strict=True):
            straight = not made.branches and scope.statements <= _STRAIGHT
            yield made.node.name, ClassSummary(
                made.node.name, made.node.lineno, made.bases, made.methods, scope.all_effects, straight,
                made.stores_state, made.returns_attribute, made.makes_parts, frozenset(made.parts), frozenset(mentioned),
            )  # fmt: skip

    def _mentioned_by_classes(self) -> list[set[str]]:
        """Return the names of the other classes of the file that each class mentions; classes at the top level do not overlap."""
        found: list[set[str]] = [set() for _ in self.classes]
        firsts = [made.node.lineno for made, _ in self.classes]
        for own, (made, _) in enumerate(self.classes):
            for line in self.mentions.get(made.node.name, ()):
                place = bisect.bisect_right(firsts, line) - 1
                if place >= 0 and place != own and line <= (self.classes[place][0].node.end_lineno or line):
                    found[place].add(made.node.name)
        return found

    def mention(self, name: str, line: int) -> None:
        """Collect a line in which a name occurs."""
        lines = self.mentions.get(name)
        if lines is None:
            self.mentions[name] = [self.formatted or line]
        else:
            lines.append(self.formatted or line)

    def require(self, node: ast.stmt) -> None:
        """Collect the names that a statement at the top level needs from other modules: its imports, or the bases of a class."""
        at = node.lineno
        if isinstance(node, ast.Import):
            self.required.extend(RequiredName(at, item.name, 0, "") for item in node.names)
        elif isinstance(node, ast.ImportFrom):
            self.required.extend(RequiredName(at, node.module or "", node.level, item.name) for item in node.names)
        elif isinstance(node, ast.ClassDef):
            bases = (self.origin(dotted(item)).rpartition(".") for item in node.bases)
            self.required.extend(RequiredName(at, module, 0, name) for module, _, name in bases if module and module[0] != ".")

    def bind(self, name: str, line: int) -> None:
        """Collect a line that binds a name in some scope."""
        self.bound.add(name)
        self.mention(name, line)

    def unbound(self) -> frozenset[str]:
        """Return the names that are read and that nothing binds; empty if code may bind names that it does not spell."""
        if any("*" in (imported for imported, _ in item.names) for item in self.imports) or not BINDING_FUNCTIONS.isdisjoint(self.mentions):
            return frozenset()
        return frozenset(name for name in self.mentions if name not in self.bound and name not in BUILT_INS and not name.startswith("_"))

    def reads_removed(self, node: ast.expr) -> None:
        """Collect the read of a name that a library has removed."""
        if (
            isinstance(node, ast.Attribute)
            and node.attr in removed_names.last_parts()
            and removed_names.is_removed(self.origin(dotted(node)))
        ):
            self.scope.effects |= _RAISES

    def origin(self, name: str) -> str:
        """Return a dotted name with the module or member that its first part is imported as."""
        first, dot, rest = name.partition(".")
        return self.origins.get(first, first) + dot + rest

    def own(self, name: str) -> str:
        """Return a dotted name with `self` for the receiver of the method."""
        receiver = self.scope.receiver
        if receiver == "self" or not name or not receiver:
            return name
        return "self" + name[len(receiver) :] if name == receiver or name.startswith(receiver + ".") else name

    def used(self, node: ast.expr, use: Use) -> None:
        """Collect a use of a dotted name."""
        name = self.own(dotted(node))
        if name:
            self.uses[name] = self.uses.get(name, 0) | use

    def not_called(self, statement: ast.Expr, node: ast.Attribute) -> None:
        """Collect a statement that only reads a method."""
        end = (statement.end_lineno or statement.lineno, statement.end_col_offset or 0)
        functions = tuple(item.name for item in self.scopes[1:] if not item.is_class)
        at = (statement.lineno, statement.col_offset, *end)
        self.uncalled.append(UncalledMethod(at, node.attr, dotted(node.value), functions, self.tests > 0))

    def use_method(self, node: ast.Call, receiver: str, name: str) -> None:
        """Collect a method's call that tells the kind of its receiver."""
        use = effect_names.METHOD_USES.get(name, Use.NONE)
        arguments = [*node.args, *(item.value for item in node.keywords)]
        first = arguments[0].value if len(arguments) == 1 and isinstance(arguments[0], ast.Constant) else None
        if name == "eval" and not arguments:
            use = Use.EVAL
        elif effect_names.switched_mode(node, name) is not None:
            use = Use.TRAIN
        elif name == "requires_grad_" and first is False:
            use = Use.FREEZE
        if use:
            self.uses[receiver] = self.uses.get(receiver, 0) | use

    def by_name(self, function: str, holder: ast.expr, name: ast.expr) -> None:
        """Collect an attribute that is read or stored by a name that is a value."""
        of_self = isinstance(holder, ast.Name) and holder.id == self.scope.receiver
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            self.scope.effects |= effect_names.read(name.value) | (_MENTIONS if name.value in ("eval", "train") else 0)
            self.scope.effects |= effect_names.stored(name.value) if function in ("setattr", "delattr") else 0
        elif of_self and function == "getattr":
            self.prefixes.add(constant_prefix(name))
        if of_self and function == "setattr":
            self.keeps_state()

    def branch(self) -> None:
        """Record that the current class has a branch."""
        if self.outer_class is not None:
            self.outer_class.branches = True

    def iterates(self, node: ast.expr) -> None:
        """Collect the attribute of self over which a loop iterates."""
        made = self.outer_class
        if made is not None and isinstance(node, ast.Attribute) and self.own(dotted(node.value)) == "self":
            made.parts.add(node.attr)

    def stored(self, target: ast.expr) -> None:
        """Record that the current class stores a value in an attribute of self."""
        if self.is_own_state(target):
            self.keeps_state()

    def is_own_state(self, node: ast.expr) -> bool:
        """Return True for an attribute of self, an item of one, or an attribute of one."""
        attribute = False
        while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
            attribute = attribute or isinstance(node, ast.Attribute)
            node = node.value
        return attribute and isinstance(node, ast.Name) and node.id == self.scope.receiver

    def keeps_state(self) -> None:
        """Record that the current method, if any, stores a value that outlives the call."""
        if self.outer_class is not None and self.outer_class.method not in ("", "__init__"):
            self.outer_class.stores_state = True

    def gives_attribute(self, node: ast.expr) -> bool:
        """Return True if an expression may be an attribute of self."""
        if isinstance(node, ast.IfExp):
            return self.gives_attribute(node.body) or self.gives_attribute(node.orelse)
        if isinstance(node, ast.BoolOp):
            return any(self.gives_attribute(item) for item in node.values)
        name = dotted(node)
        return bool(name) and self.own(name).startswith("self.")

    def may_make_part(self, name: str) -> bool:
        """Return True if a call of this name may create a layer, a parameter or a copy of one."""
        root, _, rest = name.partition(".")
        last = name.rpartition(".")[2]
        if last in ("Parameter", "register_module", "add_module", "register_parameter", "setattr") or last.startswith("copy"):
            return True
        if root.startswith("copy") or not last[:1].isupper() or self.raising:
            return False
        return not (root == "torch" and rest == last) and not last.endswith(("Error", "Exception", "Warning"))

    def holds(self, holder: str, values: Iterable[ast.expr | None]) -> None:
        """Collect the plain names among the values that a name holds: of a container, of a keyword argument."""
        names = {item.id for item in values if isinstance(item, ast.Name)}
        if names:
            self.holders.setdefault(holder, set()).update(names)

    def computes(self, node: ast.expr) -> bool:
        """Return True if an expression is a call of a function or method that may be the project's own."""
        if not isinstance(node, ast.Call):
            return False
        function = node.func
        if isinstance(function, ast.Name):
            return function.id not in effect_names.NUMBERS
        return isinstance(function, ast.Attribute) and self.own(dotted(function.value)) == "self"

    def result(self, node: ast.expr) -> None:
        """Record that the value of a statement is a tensor that was moved: its graph is retained on any device."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _MOVES and not node.args:
            self.scope.effects |= _MENTIONS


def _emptied(called: Iterable[str]) -> set[str]:
    """Return the attributes whose elements some call removes."""
    parts = (name.split(".") for name in called)
    return {item[-2] for item in parts if len(item) > 2 and item[-1] in _REMOVING}


def _last_parts(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.rpartition(".")[2] for name in names)
