"""What one connection knows: the client, its folders and documents, the workers, and the checks that are under way."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

from graphlint.server.check_scheduler import Checks
from graphlint.server.client_capabilities import Client
from graphlint.server.client_options import Options
from graphlint.server.documents import Documents
from graphlint.server.notifications import Notices
from graphlint.server.programs import Open, program_of
from graphlint.server.unchanged_lines import View
from graphlint.server.workers import messages
from graphlint.server.workers.pool import Pool, WorkerDied, WorkerFault
from graphlint.server.workspace_folders import Folders
from graphlint.server.workspaces import Workspaces

log = logging.getLogger("graphlint.server")

# One worker for what a person waits for, one for the rest.
WORKERS = 2


@dataclass
class Session:
    """One connection.

    Args:
        notices: speaks to the person at the editor.
    """

    notices: Notices
    client: Client = field(default_factory=Client)
    folders: Folders = field(default_factory=Folders)
    documents: Documents = field(default_factory=Documents)
    pool: Pool = field(default_factory=lambda: Pool(WORKERS))
    pages: dict[str, messages.RulePage] = field(default_factory=dict)
    workspaces: Workspaces = field(init=False)
    checks: Checks = field(init=False)

    def __post_init__(self) -> None:
        self.workspaces = Workspaces(self.pool, self.folders, self.notices)
        self.checks = Checks(self.pool, self.folders, self.workspaces, self.notices)

    def program(self, uri: str) -> Open | None:
        """The program that an open text belongs to; None where none is open there.

        Args:
            uri: the address of the text.
        """
        document = self.documents.get(uri)
        return None if document is None else program_of(document, self.documents)

    def view(self, uri: str) -> View | None:
        """What is known of the graphs of an open text; None where nothing is.

        Args:
            uri: its address.
        """
        document, program = self.documents.get(uri), self.program(uri)
        known = self.checks.known(program.uri) if program is not None else None
        return None if document is None or known is None else View(known, document)

    async def first_view(self, uri: str) -> View | None:
        """What is known of the graphs of an open text; where that is nothing, once its first check is over. An editor need not ask again
        when it is told to: VS Code forgets it where somebody looks elsewhere meanwhile.

        Args:
            uri: its address.
        """
        program = self.program(uri)
        if program is not None:
            await self.checks.first_known(program.uri)
        return self.view(uri)

    def options(self, program: Open) -> Options:
        """The options that hold for a program.

        Args:
            program: the program.
        """
        return self.folders.options(self.folders.of_path(program.path))

    def options_at(self, uri: str) -> Options:
        """The options that hold for an open text.

        Args:
            uri: its address.
        """
        program = self.program(uri)
        return self.folders.common if program is None else self.options(program)

    async def read_pages(self) -> None:
        """Fetch the pages of all rules, which also starts a worker before the first document needs it."""
        try:
            found = await self.pool.ask(messages.ReadPages(), messages.Pages, 0)
        except (WorkerDied, WorkerFault) as error:
            log.error("the rules cannot be read: %s", error)
            return
        for page in found.pages:
            self.pages[page.code.casefold()] = self.pages[page.name.casefold()] = page

    def close(self) -> None:
        """End what is under way, and the workers."""
        self.checks.close()
        self.pool.close()
