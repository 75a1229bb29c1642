"""Commands of the client: explain a rule or a traceback, fix a document."""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from graphlint.server.session import Session
from graphlint.server.uris import path_of
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Identity
from graphlint.server.workers.pool import Urgency
from graphlint.server.workspace_edits import workspace_edit

EXPLAIN = "graphlint.explainRule"
APPLY_FIXES = "graphlint.fixAll"
EXPLAIN_TRACEBACK = "graphlint.explainTraceback"
SHOW_GRAPH = "graphlint.showGraph"


def identity_data(identity: Identity) -> dict[str, Any]:
    """Return the key of a finding as JSON."""
    return {"code": identity.code, "row": identity.row, "column": identity.column, "cell": identity.cell}


def read_identity(data: Mapping[str, Any]) -> Identity:
    """Read the key of a finding."""
    # A client may drop keys whose value is null.
    return Identity(data["code"], data["row"], data["column"], data.get("cell"))


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
            SHOW_GRAPH: self._show_graph,
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

    async def _show_graph(self, arguments: Sequence[Any]) -> dict[str, Any]:
        """Draw the lifetime of the graph of a finding, given by the document and the finding's key in a code action.

        The answer has the picture as `svg`, whose rows link to `places` by `#INDEX`, and a style sheet as `style`.
        """
        uri, identity = (arguments[index] if len(arguments) > index else None for index in (0, 1))
        program = self._session.program(str(uri))
        content = program.content() if program is not None else None
        if program is None or content is None or not isinstance(identity, Mapping):
            raise JsonRpcInvalidParams(f"expected an open document and a finding, got {uri}")
        context, config = self._session.workspaces.context(program.path), self._session.folders.config(program.path)
        request = messages.DrawGraph(content, config, context, read_identity(identity))
        found = await self._session.pool.request(request, Urgency.CLIENT_REQUEST)
        if not found.svg:
            raise JsonRpcInvalidParams("the finding has no picture: the document has changed since it was found")
        places = [{"filename": os.path.abspath(place.path), "row": place.start.row, "cell": place.start.cell} for place in found.places]
        return {"title": found.title, "svg": found.svg, "style": found.style, "places": places}

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
