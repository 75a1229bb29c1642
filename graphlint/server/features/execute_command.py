"""Commands that the client may run: a rule explained, all safe fixes made in a text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from graphlint.server.check_scheduler import ASKED
from graphlint.server.session import Session
from graphlint.server.workers import messages
from graphlint.server.workspace_edits import workspace_edit

EXPLAIN = "graphlint.explainRule"
APPLY_FIXES = "graphlint.fixAll"


class Commands:
    """Runs commands.

    Args:
        session: the connection.
        apply: has the client make an edit.
    """

    def __init__(
        self, session: Session, apply: Callable[[types.ApplyWorkspaceEditParams], Awaitable[types.ApplyWorkspaceEditResult]]
    ) -> None:
        self._session = session
        self._apply = apply
        self._commands: dict[str, Callable[[Sequence[Any]], Awaitable[Any]]] = {EXPLAIN: self._explain, APPLY_FIXES: self._fix_all}

    @property
    def names(self) -> list[str]:
        """The commands that there are."""
        return list(self._commands)

    async def run(self, name: str, arguments: Sequence[Any]) -> Any:
        """Run a command.

        Args:
            name: its name.
            arguments: what it is given.
        """
        return await self._commands[name](arguments)

    async def _explain(self, arguments: Sequence[Any]) -> dict[str, str]:
        """A rule's page, by its code or name."""
        word = str(arguments[0]) if arguments else ""
        if not self._session.pages:
            await self._session.read_pages()
        page = self._session.pages.get(word.casefold())
        if page is None:
            raise JsonRpcInvalidParams(f"no rule is called {word!r}")
        return {"code": page.code, "name": page.name, "markdown": page.markdown}

    async def _fix_all(self, arguments: Sequence[Any]) -> bool:
        """Make all safe fixes in a text; whether there were any."""
        given = arguments[0] if arguments else ""
        uri = str(given.get("uri", "")) if isinstance(given, dict) else str(getattr(given, "uri", given))
        program = self._session.program(uri)
        content = program.content() if program is not None else None
        if program is None or content is None:
            raise JsonRpcInvalidParams(f"{uri} is not open")
        versions = {part.uri: part.version for part in program.parts}
        context = self._session.workspaces.context(program.path)
        request = messages.FixAll(content, self._session.folders.rules(program.path), context)
        edits = await self._session.pool.ask(request, messages.Edits, ASKED)
        if versions != {part.uri: part.version for part in program.parts}:
            return False
        edit = workspace_edit(self._session, program, edits.edits)
        if edit is None:
            return False
        result = await self._apply(types.ApplyWorkspaceEditParams(edit, "graphlint: fix all safe findings"))
        return bool(result.applied)
