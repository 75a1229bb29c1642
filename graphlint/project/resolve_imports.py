"""Resolve the module name of an import to a file: relative to the importing file, or below an import root.

The roots of a file are, in this order: its own folder if that is not a package, otherwise the folder of the outermost package around it;
the folders on the command line and in the setting `src` that are in its project; the project's folder (with pyproject.toml, setup.py,
setup.cfg or .git), its `src`, and the folders that it declares (`layout`); other folders on the command line; its own folder, for scripts
in a package; and last the folders around it, nearest first, up to one of these: a script beside a folder without `__init__.py` imports the
modules in it by this folder's name, and so do they; and the folder in which programs are started may be a package. Installed libraries are
never read.

The name of a library is the project's own module only where Python would prefer it to an installed one: a root has a package of this name
with `__init__.py`, or a module. The name of a folder says nothing else, and the name and the place of the project's folder say nothing at
all: a project keeps its findings wherever it is unpacked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Set

from graphlint.common.folders import is_below
from graphlint.project import layout
from graphlint.project.file_summary import Imported
from graphlint.project.files import Files
from graphlint.project.layout import Layout
from graphlint.project.libraries import PLAIN_ROOTS, is_library
from graphlint.project.markers import PACKAGE, PROJECT_MARKERS
from graphlint.source.discovery import ENVIRONMENT_MARK, SKIPPED_FOLDERS

INSTALLED = frozenset(("site-packages", "dist-packages"))


class Resolver:
    """Resolves imports to files.

    Args:
        folders: absolute paths of folders on the command line and in settings.
        on_missing: called for every file that was looked up and does not exist.
        on_read: called for every file whose content was read.
        imports_of: returns the imports in a file.
    """

    def __init__(
        self,
        files: Files,
        folders: Sequence[str],
        on_missing: Callable[[str], None],
        on_read: Callable[[str], None],
        imports_of: Callable[[str], Iterable[Imported]],
    ) -> None:
        self._files = files
        self._folders = tuple(dict.fromkeys(folders))
        self._on_missing, self._on_read, self._imports_of = on_missing, on_read, imports_of
        self._project_of: dict[str, str | None] = {}
        self._layouts: dict[str, tuple[Layout, tuple[str, ...]]] = {}

    def locate(self, importer: str, module: str, level: int, member: str) -> str | None:
        """Return the file of an import, or the folder of a namespace package."""
        here = os.path.dirname(importer)
        parts = module.split(".") if module else []
        if level:
            project = self._project(here)
            for _ in range(level - 1):
                here = os.path.dirname(here)
            # What is around a project belongs to it only if it is a project, too.
            leaves = project is not None and not is_below(here, project) and self._project(here) is None
            return None if leaves else self._accept(self._descend(here, parts), member)
        if parts[0] == "torch":
            return None
        found = None
        for root in self._roots(here, parts[0]):
            if is_library(parts[0]) and not self._provides(root, parts[0], importer):
                continue
            hit = self._descend(root, parts)
            if hit == importer:
                continue
            if hit is not None and hit.endswith(".py"):
                return hit
            found = found or self._accept(hit, member)
        return found or self._declared(here, parts, member) or self._by_own_name(importer, parts, member)

    def forget(self) -> None:
        """Drop what is known of projects."""
        self._project_of.clear()
        self._layouts.clear()

    def submodule(self, module: str, name: str) -> str | None:
        """Return the module of this name in a package."""
        if module.endswith(".py"):
            if os.path.basename(module) != PACKAGE:
                return None
            module = os.path.dirname(module)
        return self._step(module, name)

    def _accept(self, found: str | None, member: str) -> str | None:
        if found is None or found.endswith(".py"):
            return found
        return found if member and self._step(found, member) is not None else None

    def _descend(self, folder: str, parts: Sequence[str]) -> str | None:
        """Follow the parts of a dotted name down from a folder."""
        if not parts:
            return os.path.join(folder, PACKAGE) if self._has(folder, PACKAGE) else folder
        for index, part in enumerate(parts[:-1]):
            if part not in self._files.listing(folder).folders or self._is_library_folder(folder, part):
                self._on_missing(os.path.join(folder, part, PACKAGE))
                self._on_missing(os.path.join(folder, *parts[index:]) + ".py")
                return None
            folder = os.path.join(folder, part)
        return self._step(folder, parts[-1])

    def _step(self, folder: str, name: str) -> str | None:
        """Return a package, module or folder in a folder, in Python's order."""
        inner = os.path.join(folder, name)
        listing = self._files.listing(folder)
        is_folder = name in listing.folders and not self._is_library_folder(folder, name)
        if is_folder and self._has(inner, PACKAGE):
            return os.path.join(inner, PACKAGE)
        if not is_folder:
            self._on_missing(os.path.join(inner, PACKAGE))
        if f"{name}.py" in listing.files:
            return inner + ".py"
        self._on_missing(inner + ".py")
        return inner if is_folder else None

    def _has(self, folder: str, name: str) -> bool:
        if name in self._files.listing(folder).files:
            return True
        self._on_missing(os.path.join(folder, name))
        return False

    def _is_library_folder(self, folder: str, name: str) -> bool:
        """Return True for a folder of installed or generated code."""
        return name.startswith(".") or name in SKIPPED_FOLDERS or ENVIRONMENT_MARK in self._files.listing(os.path.join(folder, name)).files

    def _roots(self, here: str, name: str) -> Iterator[str]:
        """Yield the folders in which a module of this name is looked up."""
        packaged = PACKAGE in self._files.listing(here).files
        if name in sys.stdlib_module_names:
            if not packaged and name not in PLAIN_ROOTS:
                yield here
            return
        seen: set[str] = set()
        outside = self._import_root(here)
        for root in self._search_path(here, outside):
            if root not in seen:
                seen.add(root)
                if os.path.basename(root) not in INSTALLED or is_below(here, os.path.join(root, name)):
                    yield root
        if is_library(name):
            return
        if packaged and here not in seen:
            yield here
        yield from self._between(here if packaged else outside, seen)

    def _search_path(self, here: str, outside: str) -> Iterator[str]:
        """Yield the roots of a file in order, before those that are guessed."""
        project = self._project(here)
        if project is None:
            yield outside
            yield from map(self._import_root, self._folders)
            return
        if is_below(outside, project):
            # Otherwise the project's folder is a package itself, and what is beside it belongs to other projects.
            yield outside
        given = [self._bounded_root(folder) for folder in self._folders]
        yield from (root for root in given if is_below(root, project))
        yield project
        yield os.path.join(project, "src")
        yield from self._layout(project).roots
        yield from given

    def _declared(self, here: str, parts: Sequence[str], member: str) -> str | None:
        """Return the file of a module in a package whose folder the project declares."""
        project = self._project(here)
        packages = self._layout(project).packages if project is not None else {}
        for end in range(len(parts), 0, -1) if packages else ():
            folder = packages.get(".".join(parts[:end]))
            if folder is not None:
                return self._accept(self._descend(folder, parts[end:]), member)
        return None

    def _by_own_name(self, importer: str, parts: Sequence[str], member: str) -> str | None:
        """Return the file of a module in a project whose folder is itself a package, for the name by which its code imports that.

        The name is that of the folder in which the project is developed, which may be called otherwise here. It counts as the
        project's if no root has a module of this name, and the project has all modules that the importing file imports by it: several, or
        one in a package.
        """
        project = self._project(os.path.dirname(importer))
        if project is None or len(parts) < 2 or is_library(parts[0]) or not self._has(project, PACKAGE):
            return None
        modules = {item.module for item in self._imports_of(importer) if not item.level and item.module.startswith(parts[0] + ".")}
        below = [module.split(".")[1:] for module in {*modules, ".".join(parts)}]
        if sum(map(len, below)) < 2 or any(self._descend(project, each) is None for each in below):
            return None
        return self._accept(self._descend(project, parts[1:]), member)

    def _provides(self, root: str, name: str, importer: str) -> bool:
        """Return True if Python would find a library's name in a root even if the library is installed.

        A folder without `__init__.py` comes after installed packages, unless the project declares it. A module that imports its own name
        is a wrapper of the library: its folder is not a root where it is used.
        """
        listing = self._files.listing(root)
        inner = os.path.join(root, name)
        is_folder = name in listing.folders and not self._is_library_folder(root, name)
        if is_folder and self._has(inner, PACKAGE):
            return True
        if not is_folder:
            self._on_missing(os.path.join(inner, PACKAGE))
        if self._has(root, f"{name}.py"):
            return not any(not item.level and item.module.partition(".")[0] == name for item in self._imports_of(inner + ".py"))
        project = self._project(os.path.dirname(importer))
        return is_folder and project is not None and is_below(root, project) and name in self._layout(project).names

    def _between(self, folder: str, roots: Set[str]) -> Iterator[str]:
        """Yield the folders around a folder, nearest first, up to one of some roots; none if it is in no root."""
        between: list[str] = []
        parent = os.path.dirname(folder)
        while parent not in roots:
            if os.path.dirname(parent) == parent:
                return
            between.append(parent)
            parent = os.path.dirname(parent)
        yield from between

    def _bounded_root(self, folder: str) -> str:
        """Return the import root of a folder, or its project's folder if that is a package itself."""
        root, project = self._import_root(folder), self._project(folder)
        return root if project is None or is_below(root, project) else project

    def _import_root(self, folder: str) -> str:
        """Return the nearest folder, upwards, that is not a package."""
        while PACKAGE in self._files.listing(folder).files and os.path.dirname(folder) != folder:
            folder = os.path.dirname(folder)
        return folder

    def path_in_project(self, path: str) -> str:
        """Return the path of a file relative to its project, the path itself if no project is around it."""
        project = self._project(os.path.dirname(path))
        return path if project is None else os.path.relpath(path, project)

    def _project(self, folder: str) -> str | None:
        """Return the project's folder around a folder. A package in a package is not one, whatever is built in it."""
        if folder not in self._project_of:
            listing = self._files.listing(folder)
            parent = os.path.dirname(folder)
            is_inner = PACKAGE in listing.files and PACKAGE in self._files.listing(parent).files
            if (listing.files | listing.folders) & PROJECT_MARKERS and not is_inner:
                self._project_of[folder] = folder
            else:
                self._project_of[folder] = None if parent == folder else self._project(parent)
        return self._project_of[folder]

    def _layout(self, project: str) -> Layout:
        """Return what a project declares of its packages."""
        if project not in self._layouts:
            read: list[str] = []

            def content(path: str) -> bytes | None:
                if os.path.basename(path) not in self._files.listing(project).files:
                    return None
                read.append(path)
                return self._files.read(path)

            self._layouts[project] = layout.read_layout(project, content), tuple(read)
        found, used = self._layouts[project]
        for path in used:
            self._on_read(path)
        return found
