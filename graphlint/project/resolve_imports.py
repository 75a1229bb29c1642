"""Resolve the module name of an import to a file: relative to the importing file, or below an import root.

The roots of a file are, in this order: its own folder if that is not a package, otherwise the folder of the outermost package around it;
the folders on the command line; the project's folder (with pyproject.toml, setup.py, setup.cfg or .git) and its `src`; its own folder, for
scripts in a package; and last the folders around it, nearest first, up to one of these: a script beside a folder without `__init__.py`
imports the modules in it by this folder's name, and so do they; and the folder in which programs are started may be a package. Installed
libraries are never read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence, Set

from graphlint.libraries import tables
from graphlint.project.files import Files
from graphlint.project.libraries import PLAIN_ROOTS
from graphlint.project.markers import PACKAGE, PROJECT_MARKERS, REPOSITORY
from graphlint.source.discovery import ENVIRONMENT_MARK, SKIPPED_FOLDERS

INSTALLED = frozenset(("site-packages", "dist-packages"))
# Libraries modeled by tables. Outside of its own source, such a library is always the modeled one, even if its source is in the project; a
# sibling module of that name in a package is a wrapper.
LIBRARIES = PLAIN_ROOTS | frozenset(
    """accelerate botorch deepspeed dgl diffusers fastai gpytorch higher hydra ignite kornia learn2learn lightning lightning_fabric monai
    peft pyro pytorch_lightning timm torch_geometric torchaudio torchmetrics torchrl torchtext torchvision transformers""".split()
)


class Resolver:
    """Resolves imports to files. `on_missing` is called for every file that was looked up and does not exist."""

    def __init__(self, files: Files, folders: Sequence[str], on_missing: Callable[[str], None]) -> None:
        self._files = files
        self._folders = tuple(dict.fromkeys(self._import_root(folder) for folder in folders))
        self._on_missing = on_missing
        self._project_of: dict[str, str | None] = {}

    def locate(self, importer: str, module: str, level: int, member: str) -> str | None:
        """Return the file of an import, or the folder of a namespace package."""
        here = os.path.dirname(importer)
        parts = module.split(".") if module else []
        if level:
            for _ in range(level - 1):
                here = os.path.dirname(here)
            return self._accept(self._descend(here, parts), member)
        if parts[0] in LIBRARIES and parts[0] not in here.split(os.sep):
            return None
        found = None
        for root in self._roots(here, parts[0]):
            hit = self._descend(root, parts)
            if hit == importer:
                continue
            if hit is not None and hit.endswith(".py"):
                return hit
            found = found or self._accept(hit, member)
        return found

    def forget(self) -> None:
        """Drop the cached project folders."""
        self._project_of.clear()

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
        if name == "torch":
            return
        packaged = PACKAGE in self._files.listing(here).files
        if name in sys.stdlib_module_names:
            if not packaged:
                yield here
            return
        seen: set[str] = set()
        outside = self._import_root(here)
        project = self._project(here)
        for root in (outside, *self._folders, *((project, os.path.join(project, "src")) if project is not None else ())):
            if root not in seen:
                seen.add(root)
                if os.path.basename(root) not in INSTALLED or here.startswith(os.path.join(root, name)):
                    yield root
        if packaged and here not in seen and name not in LIBRARIES:
            yield here
        # A directory of examples may have the name of a library.
        if name not in LIBRARIES and tables.file_of(name) is None:
            yield from self._between(here if packaged else outside, seen)

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

    def _import_root(self, folder: str) -> str:
        """Return the nearest folder, upwards, that is not a package."""
        while PACKAGE in self._files.listing(folder).files and os.path.dirname(folder) != folder:
            folder = os.path.dirname(folder)
        return folder

    def _project(self, folder: str) -> str | None:
        """Return the project's folder around a folder."""
        if folder not in self._project_of:
            listing = self._files.listing(folder)
            parent = os.path.dirname(folder)
            if listing.files & PROJECT_MARKERS or REPOSITORY in listing.folders or REPOSITORY in listing.files:
                self._project_of[folder] = folder
            else:
                self._project_of[folder] = None if parent == folder else self._project(parent)
        return self._project_of[folder]
