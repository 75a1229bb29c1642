"""`graphlint server`: the language server, for editors."""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Sequence

from graphlint.cli.options import Parser
from graphlint.common.errors import UsageError


def run(arguments: Sequence[str]) -> int:
    """Run the command.

    Args:
        arguments: what stands behind its name.

    Returns:
        The exit status.

    Raises:
        UsageError: if it is told to listen where others can reach it, without being told that this is meant.
    """
    options = parser().read(arguments)
    if options.stdio and options.tcp is not None:
        raise UsageError("--stdio and --tcp are two ways to talk; leave one out")
    place = _place(options.tcp, options.allow_remote) if options.tcp is not None else None
    _forget_current_folder()
    from graphlint.server.start import serve_stdio, serve_tcp  # noqa: PLC0415  pygls takes long to import

    return serve_stdio() if place is None else serve_tcp(*place)


def parser() -> Parser:
    """The options of the command."""
    made = Parser("server", "Serve editors: diagnostics, fixes, hovers and more, by the Language Server Protocol.")
    add = made.add_argument
    add("--stdio", action="store_true", help="talk over standard input and output (the default)")
    add("--tcp", metavar="HOST:PORT", help="listen on a socket instead; port 0 takes a free port and prints it on stderr")
    add("--allow-remote", action="store_true", help="let --tcp listen where other machines can reach it; there is no access control")
    return made


def _place(text: str, allow_remote: bool) -> tuple[str, int]:
    """The host and the port to listen on."""
    host, _, number = text.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not number.isascii() or not number.isdigit() or int(number) > 65535:
        raise UsageError(f"--tcp: {text!r} is no HOST:PORT, as 127.0.0.1:2087 is")
    if not allow_remote and not _is_loopback(host):
        raise UsageError(f"--tcp: {host} can be reached from other machines; --allow-remote says that this is meant")
    return host, int(number)


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _forget_current_folder() -> None:
    """Import nothing from the folder that the editor has open, as `python -m` would."""
    sys.path[:] = [path for path in sys.path if path not in ("", ".")]
