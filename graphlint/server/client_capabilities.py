"""What the client can: read once from its capabilities, so that no feature has to dig for it."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types


@dataclass(frozen=True)
class Client:
    """The abilities of a client that make a difference here."""

    pulls: bool = False
    refreshes: bool = False
    refreshes_hints: bool = False
    refreshes_lenses: bool = False
    related: bool = False
    tags: frozenset[types.DiagnosticTag] = frozenset()
    code_description: bool = False
    versions: bool = False
    data: bool = False
    document_changes: bool = False
    annotations: bool = False
    resolves_edits: bool = False
    configuration: bool = False
    watches: bool = False
    registers_configuration: bool = False
    progress: bool = False
    markdown: bool = True


def client_of(told: types.ClientCapabilities) -> Client:
    """The abilities of a client.

    Args:
        told: its capabilities.
    """
    text = told.text_document or types.TextDocumentClientCapabilities()
    workspace = told.workspace or types.WorkspaceClientCapabilities()
    window = told.window or types.WindowClientCapabilities()
    pushed = text.publish_diagnostics or types.PublishDiagnosticsClientCapabilities()
    # What is published and what is pulled may be told apart since 3.18; both are shown by the same part of a client.
    shown: tuple[types.PublishDiagnosticsClientCapabilities | types.DiagnosticClientCapabilities, ...] = (
        (pushed,) if text.diagnostic is None else (pushed, text.diagnostic)
    )
    tags: set[types.DiagnosticTag] = set()
    for part in shown:
        tags.update(part.tag_support.value_set if part.tag_support is not None else ())
    edit = workspace.workspace_edit or types.WorkspaceEditClientCapabilities()
    action = text.code_action or types.CodeActionClientCapabilities()
    resolves = action.resolve_support.properties if action.resolve_support is not None else ()
    formats = text.hover.content_format if text.hover is not None else None
    watched = workspace.did_change_watched_files
    changed = workspace.did_change_configuration
    return Client(
        pulls=text.diagnostic is not None,
        refreshes=bool(workspace.diagnostics and workspace.diagnostics.refresh_support),
        refreshes_hints=bool(workspace.inlay_hint and workspace.inlay_hint.refresh_support),
        refreshes_lenses=bool(workspace.code_lens and workspace.code_lens.refresh_support),
        related=any(part.related_information for part in shown),
        tags=frozenset(tags),
        code_description=any(part.code_description_support for part in shown),
        versions=bool(pushed.version_support),
        data=any(part.data_support for part in shown),
        document_changes=bool(edit.document_changes),
        annotations=edit.change_annotation_support is not None,
        resolves_edits="edit" in resolves and bool(action.data_support),
        configuration=bool(workspace.configuration),
        watches=bool(watched and watched.dynamic_registration),
        registers_configuration=bool(changed and changed.dynamic_registration),
        progress=bool(window.work_done_progress),
        markdown=formats is None or types.MarkupKind.Markdown in formats,
    )
