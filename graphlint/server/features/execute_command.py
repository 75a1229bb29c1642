"""Commands of the client: explain a rule or a traceback, fix a document."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from graphlint.server.session import Session
from graphlint.server.uris import path_of
from graphlint.server.workers import messages
from graphlint.server.workers.pool import Urgency
from graphlint.server.workspace_edits import workspace_edit

EXPLAIN = "graphlint.explainRule"
APPLY_FIXES = "graphlint.fixAll"
EXPLAIN_TRACEBACK = "graphlint.explainTraceback"


class Commands:
    """Runs commands.

    Args:
        session: the connection.
        apply: requests the client to apply an edit.
    """

    def __init__(
        self, session: Session, apply: Callable[[types.ApplyWorkspaceEditParams], Awaitable[types.ApplyWorkspaceEditResult]]
    ) -> None:
        self._session = session
        self._apply = apply
        self._commands: dict[str, Callable[[Sequence[Any]], Awaitable[Any]]] = {
            EXPLAIN: self._explain,
            APPLY_FIXES: self._fix_all,
            EXPLAIN_TRACEBACK: self._explain_traceback,
        }

    @property
    def names(self) -> list[str]:
        """Names of all commands."""
        return list(self._commands)

    async def run(self, name: str, arguments: Sequence[Any]) -> Any:
        return await self._commands[name](arguments)

    async def _explain(self, arguments: Sequence[Any]) -> dict[str, str]:
        """Return the page of a rule, found by code or name."""
        word = str(arguments[0]) if arguments else ""
        if not self._session.pages:
            await self._session.read_pages()
        page = self._session.pages.get(word.casefold())
        if page is None:
            raise JsonRpcInvalidParams(f"unknown rule '{word}'")
        return {"code": page.code, "name": page.name, "markdown": page.markdown}

    async def _explain_traceback(self, arguments: Sequence[Any]) -> dict[str, Any]:
        """Explain the traceback in a text, with the sources of the workspace folder of a document (second argument), or of the first one.

        Code without a traceback is checked as a snippet: the answer has its `findings`. Nothing is run. The answer is the JSON object of
        `graphlint explain` with a page for people: as `markdown`, and as `page`, whose texts are plain but for code in backticks, for
        clients that build links of their own.
        """
        text, uri = (str(arguments[index]) if len(arguments) > index else "" for index in (0, 1))
        folder = self._session.folders.of_path(path_of(uri) if uri else None)
        found = await self._session.pool.request(
            messages.ExplainTraceback(text, (folder.path if folder else None) or "."), Urgency.CLIENT_REQUEST
        )
        if found.problem:
            raise JsonRpcInvalidParams(found.problem)
        return {**json.loads(found.json), "page": json.loads(found.page), "markdown": found.markdown}

    async def _fix_all(self, arguments: Sequence[Any]) -> bool:
        """Apply all safe fixes of a document; return whether there were any."""
        target = arguments[0] if arguments else ""
        uri = str(target.get("uri", "")) if isinstance(target, dict) else str(getattr(target, "uri", target))
        program = self._session.program(uri)
        content = program.content() if program is not None else None
        if program is None or content is None:
            raise JsonRpcInvalidParams(f"document is not open: {uri}")
        versions = {part.uri: part.version for part in program.parts}
        context = self._session.workspaces.context(program.path)
        request = messages.FixAll(content, self._session.folders.config(program.path), context)
        edits = await self._session.pool.request(request, Urgency.CLIENT_REQUEST)
        if versions != {part.uri: part.version for part in program.parts}:
            return False
        edit = workspace_edit(self._session, program, edits.edits)
        if edit is None:
            return False
        result = await self._apply(types.ApplyWorkspaceEditParams(edit, "graphlint: fix all safe findings"))
        return bool(result.applied)
