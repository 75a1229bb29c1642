"""A server on its two ways to a client: standard input and output, or a socket."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import sys
from typing import BinaryIO

from graphlint.common.version import __version__
from graphlint.server.features.notebook_did_change import OPTIONS as NOTEBOOKS
from graphlint.server.methods import register
from graphlint.server.notifications import ClientLog, Notices
from graphlint.server.protocol import Connection
from graphlint.server.session import Session

ENGINE_LOG = "graphlint"


def serve_stdio() -> int:
    """Serve the client at standard input and output, until it leaves or closes the input.

    Returns:
        The exit status.
    """
    source, sink = _private_streams()
    _collect_seldom()
    connection, session = _connected()
    try:
        connection.start_io(source, sink)
    finally:
        session.close()
    # A client that says nothing before it leaves has died, or closed its end: that is no fault of the server.
    return 0


def serve_tcp(host: str, port: int) -> int:
    """Serve one client after the other at a socket, until interrupted.

    Args:
        host: the address to listen on.
        port: the port; 0 for any that is free, which is told on stderr.

    Returns:
        The exit status.
    """
    _private_streams()
    _collect_seldom()
    asyncio.run(_listen(host, port))
    return 0


async def _listen(host: str, port: int) -> None:
    from pygls.io_ import run_async  # noqa: PLC0415

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        import threading  # noqa: PLC0415

        connection, session = _connected()
        connection.protocol.set_writer(writer)
        # Whoever leaves ends a connection, not the server that others are connected to.
        with contextlib.suppress(ConnectionError, SystemExit):
            await run_async(threading.Event(), reader, connection.protocol, logging.getLogger(ENGINE_LOG), connection.report_server_error)
        session.close()
        with contextlib.suppress(ConnectionError):
            writer.close()

    server = await asyncio.start_server(connected, host, port)
    places = ", ".join("{}:{}".format(*socket.getsockname()[:2]) for socket in server.sockets)
    sys.stderr.write(f"graphlint: listening on {places}\n")
    sys.stderr.flush()
    async with server:
        await server.serve_forever()


def _connected() -> tuple[Connection, Session]:
    """A connection with all features, and its state."""
    connection = Connection(__version__, notebook_document_sync=NOTEBOOKS)
    session = Session(Notices(connection.window_show_message))
    _set_up_log(connection)
    register(connection, session)
    return connection, session


def _set_up_log(connection: Connection) -> None:
    """Let what happens be told to the client and on stderr; of pygls only what goes wrong."""
    form = logging.Formatter("%(message)s")
    engine = logging.getLogger(ENGINE_LOG)
    engine.setLevel(logging.INFO)
    engine.propagate = False
    engine.handlers[:] = [ClientLog(connection.window_log_message), logging.StreamHandler(sys.stderr)]
    foreign = logging.getLogger("pygls")
    foreign.setLevel(logging.ERROR)
    foreign.propagate = False
    foreign.handlers[:] = [logging.StreamHandler(sys.stderr)]
    for logger in (engine, foreign):
        for handler in logger.handlers:
            handler.setFormatter(form)


def _collect_seldom() -> None:
    """Let the cyclic garbage collector pass over what was imported, and come less often: each of its rounds is a pause for the person who
    waits for a hover."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _private_streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for the protocol alone: whatever else is printed, here or in a worker, goes to stderr."""
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return os.fdopen(source, "rb"), os.fdopen(sink, "wb")
