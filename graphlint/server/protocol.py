"""The protocol as pygls speaks it, but for the texts: those are kept by `documents`, which counts lines as Python and LSP do.

pygls splits lines as `str.splitlines` does, at form feeds and line separators too, and cannot split a surrogate pair.
"""

from __future__ import annotations

from typing import Any

from cattrs import Converter
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

OURS = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
)


class Protocol(LanguageServerProtocol):
    """pygls without its own workspace of texts."""

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        for method in OURS:
            self.fm.builtin_features.pop(method, None)

    def unstructured(self, record: object) -> Any:
        """A record as it is sent, for a place where pygls expects anything.

        Args:
            record: the record.
        """
        return self._converter.unstructure(record)

    @property
    def was_shut_down(self) -> bool:
        """Whether the client has asked for the end, as it should before it leaves."""
        return self._shutdown


class Connection(LanguageServer):
    """The server's side of a connection."""

    protocol: Protocol

    def __init__(self, version: str, **options: Any) -> None:
        super().__init__("graphlint", version, protocol_cls=Protocol, **options)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Leave to the log what pygls would show to the person at the editor."""
        del error, source
