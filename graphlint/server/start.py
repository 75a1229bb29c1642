"""Starting the server on standard input and output or on a TCP socket."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import sys
from typing import BinaryIO

from pygls.exceptions import JsonRpcException

from graphlint.common.errors import GraphlintError
from graphlint.common.version import __version__
from graphlint.server.features.notebook_did_change import OPTIONS as NOTEBOOK_OPTIONS
from graphlint.server.methods import register
from graphlint.server.notifications import ClientLog, Notifier
from graphlint.server.protocol import UNREADABLE, Connection
from graphlint.server.session import Session

LOG_NAME = "graphlint"
PYGLS_LOG_NAME = "pygls"
UNREADABLE_MESSAGE = "Unable to handle message"


def serve_stdio() -> int:
    """Serve the client on standard input and output until it exits or closes the input; return the exit status."""
    source, sink = _private_streams()
    _tune_garbage_collection()
    connection, session = _connect()
    connection.ends_with_client = True
    try:
        connection.start_io(source, sink)
    except (MemoryError, OverflowError):
        logging.getLogger(LOG_NAME).error("a message of the client is longer than the memory")
        return 1
    finally:
        session.close()
    # A client that disconnects without `exit` has died; that is not an error of the server.
    return connection.exit_status


def serve_tcp(host: str, port: int) -> int:
    """Serve clients on a TCP socket until interrupted; return the exit status.

    Args:
        host: address to listen on.
        port: port, or 0 for any free port; the port is printed on stderr.

    Raises:
        GraphlintError: if the address cannot be used.
    """
    _private_streams()
    _tune_garbage_collection()
    asyncio.run(_listen(host, port))
    return 0


async def _listen(host: str, port: int) -> None:
    from pygls.io_ import run_async  # noqa: PLC0415

    async def handle_client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        import threading  # noqa: PLC0415

        connection, session = _connect()
        connection.protocol.set_writer(writer)
        # A client's disconnect ends its connection, not the server.
        with contextlib.suppress(ConnectionError, SystemExit):
            await run_async(
                threading.Event(), reader, connection.protocol, logging.getLogger(PYGLS_LOG_NAME), connection.report_server_error
            )
        session.close()
        with contextlib.suppress(ConnectionError):
            writer.close()

    try:
        server = await asyncio.start_server(handle_client, host, port)
    except OSError as error:
        # asyncio puts its own words and the address before the reason.
        reason = (error.strerror or str(error)).rpartition(": ")[2]
        raise GraphlintError(f"--tcp: cannot listen on {host}:{port}: {reason}; choose another port, or 0") from None
    addresses = ", ".join("{}:{}".format(*socket.getsockname()[:2]) for socket in server.sockets)
    sys.stderr.write(f"graphlint: listening on {addresses}\n")
    sys.stderr.flush()
    async with server:
        await server.serve_forever()


def _connect() -> tuple[Connection, Session]:
    """Return a connection with all features registered, and its state."""
    connection = Connection(__version__, notebook_document_sync=NOTEBOOK_OPTIONS)
    session = Session(Notifier(connection.window_show_message))
    _set_up_log(connection)
    register(connection, session)
    return connection, session


def _set_up_log(connection: Connection) -> None:
    """Send the log to the client and to stderr; of pygls only errors."""
    formatter = logging.Formatter("%(message)s")
    graphlint_log = logging.getLogger(LOG_NAME)
    graphlint_log.setLevel(logging.INFO)
    graphlint_log.propagate = False
    graphlint_log.handlers[:] = [ClientLog(connection.window_log_message), logging.StreamHandler(sys.stderr)]
    pygls_log = logging.getLogger(PYGLS_LOG_NAME)
    pygls_log.setLevel(logging.ERROR)
    pygls_log.propagate = False
    pygls_log.handlers[:] = [logging.StreamHandler(sys.stderr)]
    for logger in (graphlint_log, pygls_log):
        for handler in logger.handlers:
            handler.setFormatter(formatter)
    pygls_log.handlers[0].addFilter(_without_traceback)


def _without_traceback(record: logging.LogRecord) -> bool:
    """Shorten a record of a client's error, such as an unknown command, to one line."""
    error = record.exc_info[1] if record.exc_info else None
    text = record.getMessage()
    of_client = isinstance(error, JsonRpcException) or text.startswith("Unable to deserialize message")
    if of_client or (text.startswith(UNREADABLE_MESSAGE) and isinstance(error, UNREADABLE)):
        reason = f": {error}" if error is not None else ""
        record.msg, record.args, record.exc_info = f"{text.splitlines()[0]}{reason}", (), None
    return True


def _tune_garbage_collection() -> None:
    """Exclude imported objects from garbage collection and run it less often: each collection delays answers such as hovers."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _private_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return standard input and output for the protocol alone; all other output, also of the workers, goes to stderr."""
    source, sink = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return os.fdopen(source, "rb"), os.fdopen(sink, "wb")
