"""The interface through which a run reads other files of the project: modules for imports, and facts from file summaries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain.fact_tables import FactTables
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.references import References
from graphlint.engine.domain.values import Value
from graphlint.project.file_summary import Effect, UncalledMethod, UsedAs
from graphlint.project.roots import Roots

if TYPE_CHECKING:
    from graphlint.ir.instructions import FunctionCode
    from graphlint.ir.module_slices import ModuleSlices


class Modules(Protocol):
    """Resolution of imports to modules of the project. A module is identified by a string that is opaque to the interpreter."""

    def identify(self, path: str) -> str:
        """Return the module of a file."""

    def locate(self, path: str, module: str, level: int, member: str = "") -> str | None:
        """Return the module that an import in the file at `path` refers to; None if it is not in the project.

        Args:
            level: the number of leading dots.
            member: the name imported from the module, which may be a submodule.
        """

    def submodule(self, module: str, name: str) -> str | None:
        """Return a submodule of a package, None if it has none of this name."""

    def slices(self, module: str) -> ModuleSlices | None:
        """Return the statements of a module by name; None for a namespace package or a module with a syntax error."""


@dataclass(slots=True, eq=False)
class Linked:
    """A value imported from another module, with the objects and tables that must be added to a path and to the graph for its use.

    `home` is the module in whose scope its code executes, `uses` are the imported values on which it depends. `needs` are the objects and
    nodes of the path on which the code was executed to which the value refers, as to an object that the program has stored in a module: on
    a path without them, the code is executed again.
    """

    value: Value | None
    home: str = ""
    objects: Mapping[ObjectNumber, Object] = field(default_factory=dict)
    tables: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    facts: FactTables | None = None
    graph: Graph | None = None
    uses: list[Linked] = field(default_factory=list)
    needs: References = field(default_factory=References)


@dataclass(slots=True)
class Imports:
    """The imports of a run.

    `scopes` are the scopes of modules by identity, `lazy_modules` the modules of which only the names in use are executed, by scope.
    `linked` are the imported values by module and member, `linking` those whose code is being executed, with that code, and `in_progress`
    the names whose lookup has not ended.
    """

    scopes: dict[str, ObjectNumber] = field(default_factory=dict)
    lazy_modules: dict[int, str] = field(default_factory=dict)
    linked: dict[tuple[str, str], Linked] = field(default_factory=dict)
    linking: list[tuple[FunctionCode | None, Linked]] = field(default_factory=list)
    in_progress: set[tuple[str, str]] = field(default_factory=set)


class Evidence(Protocol):
    """Facts about the code of files, from their summaries."""

    def kind(self, path: str, name: str) -> UsedAs | None:
        """Return the kind of object that the uses of a dotted name in a file show, None if they show none."""

    def opaque_class(self, path: str, name: str) -> bool:
        """Return True if a class of a file can be treated as opaque: the summary states its effects, so that it need not be executed."""

    def plain_class(self, path: str, name: str) -> bool:
        """Return True if the summary of a class of a file states what its instances do to graphs."""

    def trains(self, path: str, name: str) -> bool:
        """Return True if the code of a class of a file trains or evaluates a model, or holds a mistake."""

    def module_class(self, path: str, name: str) -> bool:
        """Return True if a class of a file derives from nn.Module."""

    def parameterless_base(self, path: str, name: str) -> bool:
        """Return True if a file defines the class, and neither it nor its subclasses in the file own parameters."""

    def parameterless_class(self, path: str, name: str) -> bool:
        """Return True if a class of a file owns no parameters."""

    def computes_gradient(self, path: str, name: str) -> bool:
        """Return True if a class of a file may compute a gradient when it is called."""

    def called(self, path: str, name: str) -> bool:
        """Return True if a file calls a dotted name."""

    def uses_attribute(self, path: str, name: str) -> bool:
        """Return True if a file calls an attribute of this name, calls a method of one, or iterates over one."""

    def imports_other_framework(self, path: str) -> bool:
        """Return True if a file imports another framework, with or without PyTorch."""

    def replaced_by_call(self, path: str, name: str) -> bool:
        """Return True if a file rebinds a dotted name to the result of calling it."""

    def freezes(self, path: str, name: str) -> bool:
        """Return True if a class of a file may freeze its parameters."""

    @property
    def freezes_beside(self) -> Callable[[str], bool]:
        """Return a function that tells whether code in the folder of a file, or below it, may freeze parameters."""

    def mentions(self, path: str, name: str) -> list[int]:
        """Return the lines of a file that contain a name."""

    def mentioned_between(self, path: str, first: int, last: int) -> tuple[str, ...]:
        """Return the names of scopes that a file contains between two lines."""

    def is_unbound(self, path: str, name: str) -> bool:
        """Return True if nothing binds a name that a file reads, so that reading it raises a NameError."""

    def is_fragment(self, path: str) -> bool:
        """Return True for a snippet, which does not show all code."""

    def stores(self, path: str, owner: str, name: str) -> list[int]:
        """Return the lines of a file that assign to an attribute of self in the methods of a class, or in functions outside of classes."""

    def replaces(self, path: str, name: str) -> bool:
        """Return True if a file deletes or empties an attribute, or assigns to it through another name than self."""

    def may_be_selected(self, path: str, name: str) -> bool:
        """Return True if a file reads a method of self under a computed name that may be this one, or as a value."""

    @property
    def callee_effects(self) -> Callable[[str, int], Effect]:
        """Return the effects of a function, by file and line, including those of its callees in any file of the project."""

    def receivers_of(self, path: str, method: str) -> frozenset[str]:
        """Return the dotted names on which a file calls a method; "" stands for all other receivers."""

    def uncalled(self, path: str) -> Sequence[UncalledMethod]:
        """Return the statements of a file that read a method without calling it."""

    def roots(self, path: str) -> Roots:
        """Return the functions of a file that are worth analyzing as roots."""
