"""`graphlint mcp`: serve coding agents by the Model Context Protocol."""

from __future__ import annotations

from collections.abc import Sequence

from graphlint.cli.options import Parser
from graphlint.common.errors import GraphlintError

MISSING = 'the package mcp is not installed; install it with: pip install "torch-graphlint[mcp]"'


def run(arguments: Sequence[str]) -> int:
    """Run the command and return the exit status.

    Raises:
        GraphlintError: if the SDK of the protocol is not installed.
    """
    options = parser().read(arguments)
    try:
        from graphlint.mcp.server import make_server  # noqa: PLC0415  the SDK takes long to import
    except ImportError as error:
        raise GraphlintError(MISSING if (error.name or "").partition(".")[0] == "mcp" else f"mcp cannot be imported: {error}") from None
    make_server(allow_run=options.allow_run).run()
    return 0


def parser() -> Parser:
    """Return the parser of the command's options."""
    command = Parser("mcp", "Serve coding agents over standard input and output, by the Model Context Protocol (extra [mcp]).")
    command.add_argument("--allow-run", action="store_true", help="Offer the tool that runs a program and confirms findings")
    return command
