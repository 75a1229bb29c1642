"""Workspace folders with their options."""

from __future__ import annotations

from dataclasses import dataclass

from graphlint.common.folders import is_below
from graphlint.server.client_options import Options
from graphlint.server.uris import path_of
from graphlint.server.workers.messages import FolderConfig


@dataclass(frozen=True)
class Folder:
    """A workspace folder; `path` is None if it is not on this machine."""

    uri: str
    name: str
    path: str | None


class Folders:
    """All workspace folders of a connection."""

    def __init__(self) -> None:
        self._folders: dict[str, Folder] = {}
        self._options: dict[str, Options] = {}
        self.common = Options()

    @property
    def all(self) -> list[Folder]:
        """Folders in the client's order."""
        return list(self._folders.values())

    def paths(self) -> list[str]:
        """Return the paths of the folders on this machine."""
        return [folder.path for folder in self.all if folder.path is not None]

    def add(self, uri: str, name: str = "") -> None:
        self._folders[uri] = Folder(uri, name or uri.rstrip("/").rpartition("/")[2], path_of(uri))

    def remove(self, uri: str) -> None:
        self._folders.pop(uri, None)
        self._options.pop(uri, None)

    def of_path(self, path: str | None) -> Folder | None:
        """Return the innermost folder that contains a file; for a program without a file (None), the first folder."""
        containing = [folder for folder in self.all if path is not None and folder.path is not None and is_below(path, folder.path)]
        if containing:
            return max(containing, key=lambda folder: len(folder.path or ""))
        return self.all[0] if self.all and path is None else None

    def set_options(self, uri: str, options: Options) -> None:
        self._options[uri] = options

    def options(self, folder: Folder | None) -> Options:
        """Return the options of a folder, or the common ones for None."""
        return self.common if folder is None else self._options.get(folder.uri, self.common)

    def config(self, path: str | None) -> FolderConfig:
        """Return the rule settings for the workers of a file; None for a program without a file."""
        folder = self.of_path(path)
        return self.options(folder).folder_config(folder.path or "" if folder is not None else "")
