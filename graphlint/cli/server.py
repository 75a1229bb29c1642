"""`graphlint server`: run the language server."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from graphlint.cli.options import Parser
from graphlint.common.errors import UsageError
from graphlint.common.numbers import read_number


def run(arguments: Sequence[str]) -> int:
    """Run the command and return the exit status.

    Raises:
        UsageError: if it would listen on a public address without --allow-remote.
    """
    options = parser().read(arguments)
    if options.stdio and options.tcp is not None:
        raise UsageError("--stdio cannot be used with --tcp")
    address = _parse_address(options.tcp, options.allow_remote) if options.tcp is not None else None
    from graphlint.server.start import serve_stdio, serve_tcp  # noqa: PLC0415  pygls takes long to import

    return serve_stdio() if address is None else serve_tcp(*address)


def parser() -> Parser:
    command = Parser("server", "Run the language server: diagnostics, fixes, hovers and more in editors.")
    add = command.add_argument
    add("--stdio", action="store_true", help="Communicate over standard input and output (default)")
    add("--tcp", metavar="HOST:PORT", help="Listen on a TCP socket instead; port 0 picks a free port and prints it on stderr")
    add("--allow-remote", action="store_true", help="Allow --tcp to listen on a public address; there is no access control")
    return command


def _parse_address(text: str, allow_remote: bool) -> tuple[str, int]:
    """Parse the host and the port to listen on."""
    host, _, number = text.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    port = read_number(number, 65535)
    if port is None:
        raise UsageError(f"--tcp: invalid value {text!r}: expected HOST:PORT, such as 127.0.0.1:2087")
    if not allow_remote and not _is_loopback(host):
        raise UsageError(f"--tcp: {host} is reachable from other machines; add --allow-remote to allow that")
    return host, port


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
