"""Conversion of edits to the client's workspace edits, with document versions, and annotations for unsafe fixes."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from graphlint.check.diagnostic import PlacedEdit
from graphlint.server.documents import Document
from graphlint.server.programs import OpenProgram
from graphlint.server.session import Session

UNSAFE = "graphlint.unsafe"


def workspace_edit(session: Session, program: OpenProgram, edits: Iterable[PlacedEdit], unsafe: str = "") -> types.WorkspaceEdit | None:
    """Return the edits of a program as a workspace edit; None if there are none.

    Args:
        session: the connection.
        program: the program.
        edits: the edits, without overlap.
        unsafe: description of what an unsafe fix may change; empty for safe fixes.
    """
    by_uri: dict[str, tuple[Document, list[PlacedEdit]]] = {}
    for edit in edits:
        part = program.part(edit.start)
        if part is None:
            return None
        by_uri.setdefault(part.uri, (part, []))[1].append(edit)
    if not by_uri:
        return None
    is_annotated = bool(unsafe) and session.client.annotations
    if not session.client.document_changes:
        plain = {uri: [_plain(part, edit) for edit in part_edits] for uri, (part, part_edits) in by_uri.items()}
        return types.WorkspaceEdit(changes=plain)
    changes = [
        types.TextDocumentEdit(
            types.OptionalVersionedTextDocumentIdentifier(uri, part.version), [_text_edit(part, edit, is_annotated) for edit in part_edits]
        )
        for uri, (part, part_edits) in by_uri.items()
    ]
    annotations = {UNSAFE: types.ChangeAnnotation("graphlint: unsafe fix", True, unsafe)} if is_annotated else None
    return types.WorkspaceEdit(document_changes=changes, change_annotations=annotations)


def _plain(part: Document, edit: PlacedEdit) -> types.TextEdit:
    return types.TextEdit(part.client_range(edit.start, edit.end), edit.text)


def _text_edit(part: Document, edit: PlacedEdit, is_annotated: bool) -> types.TextEdit | types.AnnotatedTextEdit:
    plain = _plain(part, edit)
    return types.AnnotatedTextEdit(UNSAFE, plain.range, plain.new_text) if is_annotated else plain
