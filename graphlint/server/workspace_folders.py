"""The workspace folders, each with its options."""

from __future__ import annotations

from dataclasses import dataclass

from graphlint.server.client_options import Options
from graphlint.server.uris import is_below, path_of
from graphlint.server.workers.messages import Rules


@dataclass(frozen=True)
class Folder:
    """A workspace folder."""

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
        """The folders, in the client's order."""
        return list(self._folders.values())

    def add(self, uri: str, name: str = "") -> None:
        """Add a folder.

        Args:
            uri: its address.
            name: how the client calls it.
        """
        self._folders[uri] = Folder(uri, name or uri.rstrip("/").rpartition("/")[2], path_of(uri))

    def remove(self, uri: str) -> None:
        """Take a folder away.

        Args:
            uri: its address.
        """
        self._folders.pop(uri, None)
        self._options.pop(uri, None)

    def of_path(self, path: str | None) -> Folder | None:
        """The innermost folder that a file lies in; the first one for what lies in none.

        Args:
            path: the file; None for what is none.
        """
        around = [folder for folder in self.all if path is not None and folder.path is not None and is_below(path, folder.path)]
        if around:
            return max(around, key=lambda folder: len(folder.path or ""))
        return self.all[0] if self.all and path is None else None

    def set_options(self, uri: str, options: Options) -> None:
        """Set the options of a folder.

        Args:
            uri: its address.
            options: the options.
        """
        self._options[uri] = options

    def options(self, folder: Folder | None) -> Options:
        """The options of a folder.

        Args:
            folder: the folder; None for what lies in none.
        """
        return self.common if folder is None else self._options.get(folder.uri, self.common)

    def rules(self, path: str | None) -> Rules:
        """What a worker is told about the rules for a file.

        Args:
            path: the file; None for what is none.
        """
        folder = self.of_path(path)
        return self.options(folder).rules(folder.path or "" if folder is not None else "")
