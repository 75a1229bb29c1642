"""From the name in an import to a file: relative to the importing file, or below one of the roots that the file belongs to.

A file's roots are, in this order: its own folder, if that is no package, else the folder that holds the outermost package around it; the
folders that were asked for; the folder of the project (where pyproject.toml, setup.py, setup.cfg or .git lies) and `src` in it; and last,
for scripts that are kept in a package, its own folder. No installed library is ever looked into.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence

from graphlint.project.files import Files
from graphlint.project.libraries import PLAIN_ROOTS
from graphlint.project.markers import MARKS, PACKAGE, REPOSITORY
from graphlint.source.discovery import ENVIRONMENT_MARK, SKIPPED_FOLDERS

INSTALLED = frozenset(("site-packages", "dist-packages"))
# Libraries of which the tables know something. Files outside of such a library use it as everybody does, also where its source lies
# beside them; and a sibling in a package is never taken for one: it would be so named after what it wraps.
LIBRARIES = PLAIN_ROOTS | frozenset(
    """accelerate botorch deepspeed dgl diffusers fastai gpytorch higher ignite kornia learn2learn lightning lightning_fabric monai peft
    pyro pytorch_lightning timm torch_geometric torchaudio torchmetrics torchrl torchtext torchvision transformers""".split()
)


class Resolver:
    """Finds the files that imports mean. `probed` is told of every file that was looked for and is not there."""

    def __init__(self, files: Files, folders: Sequence[str], probed: Callable[[str], None]) -> None:
        self._files = files
        self._folders = tuple(dict.fromkeys(self._outside(folder) for folder in folders))
        self._probed = probed
        self._project_of: dict[str, str | None] = {}

    def locate(self, importer: str, module: str, level: int, member: str) -> str | None:
        """The file, or the folder without code of its own, that an import means.

        Args:
            importer: the importing file.
            module: the dotted name.
            level: how many dots stand before it.
            member: what is imported from it; a folder without code counts only if it holds that.
        """
        here = os.path.dirname(importer)
        parts = module.split(".") if module else []
        if level:
            for _ in range(level - 1):
                here = os.path.dirname(here)
            return self._accepted(self._walk(here, parts), member)
        if parts[0] in LIBRARIES and parts[0] not in here.split(os.sep):
            return None
        found = None
        for root in self._roots(here, parts[0]):
            hit = self._walk(root, parts)
            if hit == importer:
                continue
            if hit is not None and hit.endswith(".py"):
                return hit
            found = found or self._accepted(hit, member)
        return found

    def forget(self) -> None:
        """Find the folders of projects anew."""
        self._project_of.clear()

    def inside(self, module: str, name: str) -> str | None:
        """The module of that name in a package.

        Args:
            module: the package's file or folder.
            name: the name of the module.
        """
        if module.endswith(".py"):
            if os.path.basename(module) != PACKAGE:
                return None
            module = os.path.dirname(module)
        return self._step(module, name)

    def _accepted(self, found: str | None, member: str) -> str | None:
        if found is None or found.endswith(".py"):
            return found
        return found if member and self._step(found, member) is not None else None

    def _walk(self, folder: str, parts: Sequence[str]) -> str | None:
        """Follow the parts of a dotted name down from a folder."""
        if not parts:
            return os.path.join(folder, PACKAGE) if self._has(folder, PACKAGE) else folder
        for index, part in enumerate(parts[:-1]):
            if part not in self._files.listing(folder).folders or self._foreign(folder, part):
                self._probed(os.path.join(folder, part, PACKAGE))
                self._probed(os.path.join(folder, *parts[index:]) + ".py")
                return None
            folder = os.path.join(folder, part)
        return self._step(folder, parts[-1])

    def _step(self, folder: str, name: str) -> str | None:
        """A package, a module or a folder in a folder, in Python's order."""
        inner = os.path.join(folder, name)
        listing = self._files.listing(folder)
        is_folder = name in listing.folders and not self._foreign(folder, name)
        if is_folder and self._has(inner, PACKAGE):
            return os.path.join(inner, PACKAGE)
        if not is_folder:
            self._probed(os.path.join(inner, PACKAGE))
        if f"{name}.py" in listing.files:
            return inner + ".py"
        self._probed(inner + ".py")
        return inner if is_folder else None

    def _has(self, folder: str, name: str) -> bool:
        if name in self._files.listing(folder).files:
            return True
        self._probed(os.path.join(folder, name))
        return False

    def _foreign(self, folder: str, name: str) -> bool:
        """Whether a folder holds what nobody wrote for the project."""
        return name.startswith(".") or name in SKIPPED_FOLDERS or ENVIRONMENT_MARK in self._files.listing(os.path.join(folder, name)).files

    def _roots(self, here: str, name: str) -> Iterator[str]:
        """The folders in which to look for a module of this name."""
        if name == "torch":
            return
        packaged = PACKAGE in self._files.listing(here).files
        if name in sys.stdlib_module_names:
            if not packaged:
                yield here
            return
        seen: set[str] = set()
        outside = self._outside(here)
        project = self._project(here)
        for root in (outside, *self._folders, *((project, os.path.join(project, "src")) if project is not None else ())):
            if root not in seen:
                seen.add(root)
                if os.path.basename(root) not in INSTALLED or here.startswith(os.path.join(root, name)):
                    yield root
        if packaged and here not in seen and name not in LIBRARIES:
            yield here

    def _outside(self, folder: str) -> str:
        """The nearest folder, upwards, that is no package."""
        while PACKAGE in self._files.listing(folder).files and os.path.dirname(folder) != folder:
            folder = os.path.dirname(folder)
        return folder

    def _project(self, folder: str) -> str | None:
        """The folder of the project around a folder."""
        if folder not in self._project_of:
            listing = self._files.listing(folder)
            parent = os.path.dirname(folder)
            if listing.files & MARKS or REPOSITORY in listing.folders or REPOSITORY in listing.files:
                self._project_of[folder] = folder
            else:
                self._project_of[folder] = None if parent == folder else self._project(parent)
        return self._project_of[folder]
