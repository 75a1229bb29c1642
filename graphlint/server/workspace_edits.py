"""Edits as the client makes them: with the version of the text that they are meant for, and annotated where a person should look first."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from graphlint.check.diagnostic import PlacedEdit
from graphlint.server.documents import Document
from graphlint.server.programs import Open
from graphlint.server.session import Session

UNSAFE = "graphlint.unsafe"


def workspace_edit(session: Session, program: Open, edits: Iterable[PlacedEdit], unsafe: str = "") -> types.WorkspaceEdit | None:
    """Edits of a program for the client; None where there are none.

    Args:
        session: the connection.
        program: the program.
        edits: the edits.
        unsafe: what they may change; empty where they are safe.
    """
    by_text: dict[str, tuple[Document, list[PlacedEdit]]] = {}
    for edit in edits:
        part = program.part(edit.start)
        if part is None:
            return None
        by_text.setdefault(part.uri, (part, []))[1].append(edit)
    if not by_text:
        return None
    annotated = bool(unsafe) and session.client.annotations
    if not session.client.document_changes:
        plain = {uri: [_plain(part, edit) for edit in found] for uri, (part, found) in by_text.items()}
        return types.WorkspaceEdit(changes=plain)
    changes = [
        types.TextDocumentEdit(
            types.OptionalVersionedTextDocumentIdentifier(uri, part.version), [_text_edit(part, edit, annotated) for edit in found]
        )
        for uri, (part, found) in by_text.items()
    ]
    annotations = {UNSAFE: types.ChangeAnnotation("graphlint: unsafe fix", True, unsafe)} if annotated else None
    return types.WorkspaceEdit(document_changes=changes, change_annotations=annotations)


def _plain(part: Document, edit: PlacedEdit) -> types.TextEdit:
    return types.TextEdit(part.client_range(edit.start, edit.end), edit.text)


def _text_edit(part: Document, edit: PlacedEdit, annotated: bool) -> types.TextEdit | types.AnnotatedTextEdit:
    plain = _plain(part, edit)
    return types.AnnotatedTextEdit(UNSAFE, plain.range, plain.new_text) if annotated else plain
