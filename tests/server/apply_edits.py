"""Apply the edits of the server as an editor does: in UTF-16 units, the last first."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types


def edits_of(edit: types.WorkspaceEdit | None, uri: str, version: int | None = None) -> list[types.TextEdit]:
    """The edits of one text; a version is compared with that which they are meant for."""
    assert edit is not None
    if edit.changes is not None:
        return list(edit.changes[uri])
    found: list[types.TextEdit] = []
    for change in edit.document_changes or ():
        assert isinstance(change, types.TextDocumentEdit)
        if change.text_document.uri == uri:
            assert version is None or change.text_document.version == version
            found.extend(types.TextEdit(item.range, item.new_text) for item in change.edits if not isinstance(item, types.SnippetTextEdit))
    return found


def applied(text: str, edits: Sequence[types.TextEdit]) -> str:
    """A text with edits made."""
    lines = text.splitlines(keepends=True)

    def offset(place: types.Position) -> int:
        before = "".join(lines[: place.line])
        line = lines[place.line] if place.line < len(lines) else ""
        return len(before) + len(line.encode("utf-16-le")[: 2 * place.character].decode("utf-16-le"))

    for edit in sorted(edits, key=lambda item: (item.range.start.line, item.range.start.character), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text
