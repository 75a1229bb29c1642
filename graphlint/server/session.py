"""State of one connection: the client, its folders and documents, the workers and the running checks."""

from __future__ import annotations

import logging
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from graphlint.server.check_scheduler import CheckScheduler
from graphlint.server.client_capabilities import Client
from graphlint.server.client_options import Options
from graphlint.server.documents import Documents
from graphlint.server.notifications import Notifier
from graphlint.server.programs import OpenProgram, program_of
from graphlint.server.unchanged_lines import View
from graphlint.server.workers import messages
from graphlint.server.workers.pool import Pool, Urgency, WorkerDied, WorkerFault
from graphlint.server.workspace_folders import Folders
from graphlint.server.workspaces import Workspaces

log = logging.getLogger("graphlint.server")

# One worker for the client's requests, one for background work.
WORKERS = 2


@dataclass
class Session:
    """State of one connection.

    Args:
        notifier: shows messages to the user.
    """

    notifier: Notifier
    client: Client = field(default_factory=Client)
    folders: Folders = field(default_factory=Folders)
    documents: Documents = field(default_factory=Documents)
    pool: Pool = field(default_factory=lambda: Pool(WORKERS))
    pages: dict[str, messages.RulePage] = field(default_factory=dict)
    workspaces: Workspaces = field(init=False)
    scheduler: CheckScheduler = field(init=False)
    _temporary: tempfile.TemporaryDirectory[str] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.pool.workspace_folders = self.folders.paths
        self.workspaces = Workspaces(self.pool, self.folders, self.notifier)
        self.scheduler = CheckScheduler(self.pool, self.folders, self.workspaces, self.notifier)

    def program(self, uri: str) -> OpenProgram | None:
        """Return the program that contains an open text, or None."""
        document = self.documents.get(uri)
        return None if document is None else program_of(document, self.documents)

    def view(self, uri: str) -> View | None:
        """Return the graphs of an open text, or None if they are unknown."""
        document, program = self.documents.get(uri), self.program(uri)
        graphs = self.scheduler.graphs(program.uri) if program is not None else None
        return None if document is None or graphs is None else View(graphs, document)

    async def first_view(self, uri: str) -> View | None:
        """Return the graphs of an open text, after its first check if they are unknown.

        Waiting is better than a later refresh: VS Code ignores a refresh while the editor tab is hidden.
        """
        program = self.program(uri)
        if program is not None:
            await self.scheduler.wait_for_graphs(program.uri)
        return self.view(uri)

    def options(self, program: OpenProgram) -> Options:
        """Return the options of a program."""
        return self.folders.options(self.folders.of_path(program.path))

    def options_at(self, uri: str) -> Options:
        """Return the options of an open text."""
        program = self.program(uri)
        return self.folders.common if program is None else self.options(program)

    async def read_pages(self) -> None:
        """Load the pages of all rules; this also starts a worker before the first document needs it."""
        try:
            rule_pages = await self.pool.request(messages.ReadRulePages(), Urgency.CHECK)
        except (WorkerDied, WorkerFault) as error:
            log.error("rule pages cannot be read: %s", error)
            return
        for problem in rule_pages.problems:
            log.warning("%s", problem)
        for page in rule_pages.pages:
            self.pages[page.code.casefold()] = self.pages[page.name.casefold()] = page

    def temporary_folder(self) -> Path:
        """Return a folder for files that end with the connection."""
        if self._temporary is None:
            self._temporary = tempfile.TemporaryDirectory(prefix="graphlint-", ignore_cleanup_errors=True)
        return Path(self._temporary.name)

    def close(self) -> None:
        """Cancel all checks, end the workers and remove temporary files."""
        self.scheduler.close()
        self.pool.close()
        if self._temporary is not None:
            self._temporary.cleanup()
