"""The pygls protocol and server without pygls' own documents.

`documents` replaces them: pygls splits lines as `str.splitlines` does, also at form feeds and line separators, and cannot split a surrogate
pair.
"""

from __future__ import annotations

from typing import Any

from cattrs import Converter
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

DOCUMENT_METHODS = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
)


class Protocol(LanguageServerProtocol):
    """Protocol without the pygls handlers that keep document texts."""

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        for method in DOCUMENT_METHODS:
            self.fm.builtin_features.pop(method, None)

    def unstructured(self, record: object) -> Any:
        """Return the JSON form of a record, for pygls functions that take untyped values."""
        return self._converter.unstructure(record)

    @property
    def was_shut_down(self) -> bool:
        """True after the client's `shutdown` request."""
        return self._shutdown


class Connection(LanguageServer):
    """Server side of a connection."""

    protocol: Protocol

    def __init__(self, version: str, **options: Any) -> None:
        super().__init__("graphlint", version, protocol_cls=Protocol, **options)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Suppress the pop-up message of pygls: errors are in the log."""
        del error, source
