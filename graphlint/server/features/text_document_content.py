"""The content of documents that only the server has: pictures of findings as text."""

from __future__ import annotations

from lsprotocol import types

from graphlint.server.pictures import SCHEME, drawing, read_address
from graphlint.server.session import Session

OPTIONS = types.TextDocumentContentOptions(schemes=[SCHEME])


class PictureTexts:
    """Returns the text of the picture at an address."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def content(self, params: types.TextDocumentContentParams) -> types.TextDocumentContentResult:
        return types.TextDocumentContentResult((await drawing(self._session, *read_address(params.uri))).text)
