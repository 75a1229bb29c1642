"""The project as a run sees it: other modules, and the use of names in its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from graphlint.engine.domain.state import Object
from graphlint.engine.domain.values import Value
from graphlint.project.file_summary import Effect, UncalledMethod
from graphlint.project.roots import Roots

if TYPE_CHECKING:
    from graphlint.ir.module_slices import ModuleSlices


class Modules(Protocol):
    """Finds the project's modules for imports; a module is identified by a string that means nothing to the interpreter."""

    def identify(self, path: str) -> str:
        """The module that a file is."""

    def locate(self, path: str, module: str, level: int, member: str = "") -> str | None:
        """The module that an import in the file at `path` means, and from which it takes `member`; None where it is not the project's."""

    def submodule(self, module: str, name: str) -> str | None:
        """A module of a package."""

    def slices(self, module: str) -> ModuleSlices | None:
        """The statements of a module by name; None for a folder without code of its own, and for what does not parse."""


@dataclass(slots=True, eq=False)
class Linked:
    """What a name of another module stands for, and what has to be on a path's heap and in the graph for it to be used there.

    `home` is the module whose names its code reads, `uses` are the links that it was made from.
    """

    value: Value | None
    home: str = ""
    objects: Mapping[int, Object] = field(default_factory=dict)
    tables: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    graph: Mapping[str, Any] = field(default_factory=dict)
    uses: list[Linked] = field(default_factory=list)


class Evidence(Protocol):
    """The use of names in a file's code."""

    def kind(self, path: str, name: str) -> str:
        """ "module", "optimizer" or "" for a dotted name in a file."""

    def opaque_class(self, path: str, name: str) -> bool:
        """Whether a file defines a class of which nothing that a finding needs can be seen."""

    def plain_class(self, path: str, name: str) -> bool:
        """Test whether a file defines a class of which its summary tells what its instances do to graphs."""

    def module_class(self, path: str, name: str) -> bool:
        """Test whether a file defines a class that derives from nn.Module."""

    def parameterless_class(self, path: str, name: str) -> bool:
        """Whether a file defines a class that owns no parameters."""

    def called(self, path: str, name: str) -> bool:
        """Whether a file calls something by this dotted name."""

    def replaced_by_call(self, path: str, name: str) -> bool:
        """Test whether a file rebinds a dotted name to the result of its own call."""

    def freezes(self, path: str, name: str) -> bool:
        """Test whether a class of a file may freeze its parameters."""

    def mentions(self, path: str, name: str) -> list[int]:
        """The lines of a file in which a name of a scope occurs."""

    def stores(self, path: str, name: str) -> list[int]:
        """The lines of a file that assign to an attribute of self."""

    def replaces(self, path: str, name: str) -> bool:
        """Test whether a file deletes or empties an attribute, or assigns it through another name than self."""

    def may_be_selected(self, path: str, name: str) -> bool:
        """Whether a file takes a method of self by a computed name that may be this one, or as a value."""

    @property
    def callee_effects(self) -> Callable[[str, int], Effect]:
        """The effects of a function, by its file and line, with those of all that it calls in any file of the project."""

    def uncalled(self, path: str) -> Sequence[UncalledMethod]:
        """The statements of a file that only read a method."""

    def roots(self, path: str) -> Roots:
        """Which of a file's functions are worth entering."""
