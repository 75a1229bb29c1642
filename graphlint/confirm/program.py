"""The files of a program that is run: each is instrumented in memory when it is imported, so its path and its data stay as they are."""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType

from graphlint.autograd.events import Site
from graphlint.confirm.instrument import Instrumented, instrument

INSTALLED = ("site-packages", "dist-packages")
"""Folders of installed packages, which are not part of a project even if they are below its folder."""


@dataclass(frozen=True)
class ProgramFile:
    """An instrumented file; `path` is its path in sites."""

    path: str
    instrumented: Instrumented
    lines: list[str]


@dataclass
class Program:
    """The instrumented files, by the file name of their code objects.

    `folders` are the absolute paths of the project's folders. `modules` are the names of the modules of the program.
    """

    entry: str
    folders: tuple[str, ...] = ()
    files: dict[str, ProgramFile] = field(default_factory=dict)
    by_path: dict[str, ProgramFile] = field(default_factory=dict)
    modules: set[str] = field(default_factory=lambda: {"__main__"})

    def compile(self, filename: str, text: bytes | str) -> CodeType:
        """Instrument a file and compile it.

        Raises:
            SyntaxError: if the text does not parse.
        """
        instrumented = instrument(text, filename)
        decoded = text if isinstance(text, str) else importlib.util.decode_source(text)
        file = ProgramFile(self.shown(filename), instrumented, decoded.splitlines())
        self.files[filename] = self.by_path[file.path] = file
        code: CodeType = compile(instrumented.tree, filename, "exec", dont_inherit=True)
        return code

    def shown(self, filename: str) -> str:
        """Return the path of a file in sites: relative to the current folder if it is below it."""
        return os.path.normpath(filename).removeprefix(os.getcwd().rstrip(os.sep) + os.sep)

    def instrumented_at(self, site: Site) -> Instrumented:
        """Return the instrumented file of a site."""
        return self.by_path[site.path].instrumented if site.path in self.by_path else EMPTY

    def contains(self, filename: str) -> bool:
        """Return True for a source file in the project's folders."""
        parts = filename.split(os.sep)
        return filename.startswith(tuple(folder.rstrip(os.sep) + os.sep for folder in self.folders)) and not any(
            name in parts for name in INSTALLED
        )


EMPTY = Instrumented(ast.Module([], []), {}, {}, {}, frozenset(), frozenset(), {}, {}, {}, {})


class ProgramLoader(SourceFileLoader):
    """Loads a module of the program with markers; its compiled form is not stored."""

    def __init__(self, fullname: str, path: str, program: Program) -> None:
        super().__init__(fullname, path)
        self.program = program

    def get_code(self, fullname: str) -> CodeType:
        """Return the instrumented code of the module."""
        path = self.get_filename(fullname)
        self.program.modules.add(fullname)
        return self.program.compile(path, self.get_data(path))


class ProgramFinder(MetaPathFinder):
    """Finds the modules of the program before Python's own finders do."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the spec of a module of the program, None for any other module."""
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or type(spec.loader) is not SourceFileLoader or not spec.origin:
            return None
        origin = os.path.abspath(spec.origin)
        if not self.program.contains(origin):
            return None
        spec.loader = ProgramLoader(fullname, spec.origin, self.program)
        return spec

    def install(self) -> None:
        """Put the finder before all others."""
        sys.meta_path.insert(0, self)
