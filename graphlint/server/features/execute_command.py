"""Commands of the client: explain a rule or a traceback, draw a graph, fix a document."""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from graphlint.server.pictures import address_of, drawing, file_name, read_identity
from graphlint.server.protocol import Connection
from graphlint.server.session import Session
from graphlint.server.uris import path_of, uri_of
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Identity
from graphlint.server.workers.pool import Urgency
from graphlint.server.workspace_edits import workspace_edit

EXPLAIN = "graphlint.explainRule"
APPLY_FIXES = "graphlint.fixAll"
EXPLAIN_TRACEBACK = "graphlint.explainTraceback"
SHOW_GRAPH = "graphlint.showGraph"
OPEN_GRAPH = "graphlint.openGraph"


class Commands:
    """Runs commands.

    Args:
        session: the connection.
        connection: requests the client to apply an edit, and to show a document.
    """

    def __init__(self, session: Session, connection: Connection) -> None:
        self._session = session
        self._connection = connection
        self._commands: dict[str, Callable[[Sequence[Any]], Awaitable[Any]]] = {
            EXPLAIN: self._explain,
            APPLY_FIXES: self._fix_all,
            EXPLAIN_TRACEBACK: self._explain_traceback,
            SHOW_GRAPH: self._show_graph,
            OPEN_GRAPH: self._open_graph,
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

        The answer has the picture as `svg`, whose rows link to `places` by `#INDEX`, and a style sheet as `style`; and as plain `text`.
        """
        found = await drawing(self._session, *_finding(arguments))
        places = [{"filename": os.path.abspath(place.path), "row": place.start.row, "cell": place.start.cell} for place in found.places]
        return {"title": found.title, "svg": found.svg, "style": found.style, "places": places, "text": found.text}

    async def _open_graph(self, arguments: Sequence[Any]) -> dict[str, Any]:
        """Open the picture of a finding as text, given as in `_show_graph`, in a client that can show documents.

        It is a document of the server, or a temporary file for a client that cannot read those. The answer has the `text` for other
        clients, and the `uri` of the document, null if there is none.
        """
        uri, identity = _finding(arguments)
        found = await drawing(self._session, uri, identity)
        client, opened = self._session.client, None
        if client.shows_documents:
            opened = address_of(uri, identity) if client.reads_documents else self._file(file_name(uri, identity), found.text)
            await self._connection.window_show_document_async(types.ShowDocumentParams(opened, take_focus=True))
        return {"title": found.title, "text": found.text, "uri": opened}

    def _file(self, name: str, text: str) -> str:
        """Write a file to a folder that ends with the connection, and return its URI."""
        path = self._session.temporary_folder() / name
        path.write_text(text, encoding="utf-8", newline="\n")
        return uri_of(str(path))

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
        result = await self._connection.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, "graphlint: fix all safe findings"))
        return bool(result.applied)


def _finding(arguments: Sequence[Any]) -> tuple[str, Identity]:
    """Return the document and the finding that a command names.

    Raises:
        JsonRpcInvalidParams: if it names none.
    """
    uri, identity = (arguments[index] if len(arguments) > index else None for index in (0, 1))
    if not isinstance(identity, Mapping) or not {"code", "row", "column"} <= identity.keys():
        raise JsonRpcInvalidParams(f"expected an open document and a finding, got {uri}")
    return str(uri), read_identity(identity)
