"""The pygls protocol and server without pygls' own documents.

`documents` replaces them: pygls splits lines as `str.splitlines` does, also at form feeds and line separators, and cannot split a surrogate
pair.
"""

from __future__ import annotations

import logging
from collections.abc import Generator
from typing import Any

from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.protocol.json_rpc import JsonRPCNotification

DOCUMENT_METHODS = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
)


PARSE_ERROR = types.ErrorCodes.ParseError.value
INVALID_REQUEST = types.ErrorCodes.InvalidRequest.value
NOT_INITIALIZED = types.ErrorCodes.ServerNotInitialized.value
IGNORED = "$/graphlint/ignored"


# The errors of JSON that cannot be read: no JSON, no UTF-8, a number of thousands of digits, lists in lists.
UNREADABLE = (ValueError, RecursionError)

log = logging.getLogger("graphlint.server")


class Protocol(LanguageServerProtocol):
    """Protocol without the pygls handlers that keep document texts."""

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self._initialized = False
        for method in DOCUMENT_METHODS:
            self.fm.builtin_features.pop(method, None)

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """Announce the documents that the server has to a client that can open them: pygls knows the method, but does not announce it."""
        result = yield from super().lsp_initialize(params)
        known = params.capabilities.workspace
        if known is not None and known.text_document_content is not None and result.capabilities.workspace is not None:
            result.capabilities.workspace.text_document_content = self.fm.feature_options.get(types.WORKSPACE_TEXT_DOCUMENT_CONTENT)
        return result

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Read a message; a request with parameters of the wrong shape is answered, too."""
        if "jsonrpc" in data and "method" in data:
            # Without parameters, pygls would take an unknown method for a faulty message.
            data = {"params": None, **data}
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], None, error.to_response_error())
            return JsonRPCNotification(method=IGNORED, jsonrpc=self.VERSION, params=None)

    def handle_message(self, message: Any) -> None:
        """Handle a message if it is one, and the connection is in a state that allows it."""
        defect = _defect(message)
        if defect:
            log.error("Message is ignored: %s", defect)
            self._answer_without_number(INVALID_REQUEST, defect)
            return
        method = getattr(message, "method", None)
        refusal = self._refusal(method) if method is not None else None
        if refusal is not None:
            if hasattr(message, "id"):
                self._send_response(message.id, None, refusal)
        elif method != IGNORED:
            self._initialized |= method == types.INITIALIZE
            super().handle_message(message)

    def report_faulty_text(self) -> None:
        """Answer a message that is not JSON."""
        self._answer_without_number(PARSE_ERROR, "the message is not valid JSON")

    def _answer_without_number(self, code: int, text: str) -> None:
        """Send an error as the answer to a message whose number is unknown."""
        self._send_data({"jsonrpc": self.VERSION, "id": None, "error": {"code": code, "message": text}})

    def _refusal(self, method: str) -> types.ResponseError | None:
        """Return why the state of the connection does not allow a method; None if it does."""
        if method == types.EXIT:
            return None
        if self.was_shut_down:
            return types.ResponseError(code=INVALID_REQUEST, message="the server is shut down")
        if self._initialized and method == types.INITIALIZE:
            return types.ResponseError(code=INVALID_REQUEST, message="the server is already initialized")
        if not self._initialized and method != types.INITIALIZE:
            return types.ResponseError(code=NOT_INITIALIZED, message="the server is not initialized")
        return None

    def unstructured(self, record: object) -> Any:
        """Return the JSON form of a record, for pygls functions that take untyped values."""
        return self._converter.unstructure(record)

    @property
    def was_shut_down(self) -> bool:
        """True after the client's `shutdown` request."""
        return self._shutdown


def _defect(message: Any) -> str:
    """Return why JSON is not a message; an empty string for a message. pygls would log a traceback of its own for it."""
    if not hasattr(message, "jsonrpc"):
        return "it is not an object with the key `jsonrpc`"
    if not isinstance(getattr(message, "method", ""), str):
        return "its method is not a string"
    numbered = message.params if getattr(message, "method", "") == types.CANCEL_REQUEST else message
    number = getattr(numbered, "id", 0)
    return "" if isinstance(number, (int, str)) else "its id is neither an integer nor a string"


class Connection(LanguageServer):
    """Server side of a connection."""

    protocol: Protocol

    def __init__(self, version: str, **options: Any) -> None:
        super().__init__("graphlint", version, protocol_cls=Protocol, **options)
        self.exit_status = 0
        self.ends_with_client = False

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Suppress the pop-up message of pygls: errors are in the log."""
        del source
        if isinstance(error, UNREADABLE):
            self.protocol.report_faulty_text()
