"""Pictures of findings for clients: requested from a worker, and the addresses under which clients open their texts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from pygls.exceptions import JsonRpcInvalidParams

from graphlint.server.session import Session
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Identity
from graphlint.server.workers.pool import Urgency

SCHEME = "graphlint-graph"
"""The scheme of the addresses of pictures: `graphlint-graph:/GL202 train.py 10.txt?uri=...&code=GL202&row=10&column=5`."""
FIELDS = ("code", "row", "column", "cell")


def identity_data(identity: Identity) -> dict[str, Any]:
    """Return the key of a finding as JSON."""
    return {name: getattr(identity, name) for name in FIELDS}


def read_identity(data: Mapping[str, Any]) -> Identity:
    """Read the key of a finding."""
    # A client may drop keys whose value is null.
    return Identity(data["code"], data["row"], data["column"], data.get("cell"))


def file_name(uri: str, identity: Identity) -> str:
    """Return the name under which an editor shows the picture of a finding in a document."""
    return f"{identity.code} {os.path.basename(unquote(urlsplit(uri).path))} {identity.row}.txt"


def address_of(uri: str, identity: Identity) -> str:
    """Return the address of the picture of a finding in a document."""
    fields = {name: value for name, value in identity_data(identity).items() if value is not None}
    return f"{SCHEME}:/{quote(file_name(uri, identity))}?{urlencode({'uri': uri, **fields})}"


def read_address(address: str) -> tuple[str, Identity]:
    """Return the document and the finding of an address.

    Raises:
        JsonRpcInvalidParams: if the address is not that of a picture.
    """
    parts = urlsplit(address)
    fields = dict(parse_qsl(parts.query))
    try:
        numbers = {name: int(fields[name]) for name in FIELDS[1:] if name in fields}
        if parts.scheme != SCHEME:
            raise ValueError(parts.scheme)
        return fields["uri"], read_identity({"code": fields["code"], **numbers})
    except (KeyError, ValueError) as error:
        raise JsonRpcInvalidParams(f"not the address of a picture: {address}") from error


async def drawing(session: Session, uri: str, identity: Identity) -> messages.Drawing:
    """Draw the picture of a finding in an open document.

    Raises:
        JsonRpcInvalidParams: if the document is not open, or the finding has no picture.
    """
    program = session.program(uri)
    content = program.content() if program is not None else None
    if program is None or content is None:
        raise JsonRpcInvalidParams(f"expected an open document, got {uri}")
    context, config = session.workspaces.context(program.path), session.folders.config(program.path)
    found = await session.pool.request(messages.DrawGraph(content, config, context, identity), Urgency.CLIENT_REQUEST)
    if not found.svg:
        raise JsonRpcInvalidParams("the finding has no picture: the document has changed since it was found")
    return found
