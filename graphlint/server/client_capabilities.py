"""Capabilities of the client, read once from its `initialize` request.

A capability is one field of `Client`: its path in the protocol's `ClientCapabilities`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from lsprotocol import types

PATHS = "paths"


def _flag(*paths: str) -> bool:
    """Declare a flag that is set if any of these capabilities is present and not false."""
    flag: bool = field(default=False, metadata={PATHS: paths})
    return flag


@dataclass(frozen=True)
class Client:
    """Client capabilities that the server uses."""

    pulls: bool = _flag("text_document.diagnostic")
    refreshes: bool = _flag("workspace.diagnostics.refresh_support")
    refreshes_hints: bool = _flag("workspace.inlay_hint.refresh_support")
    refreshes_lenses: bool = _flag("workspace.code_lens.refresh_support")
    # Published and pulled diagnostics have separate capabilities since LSP 3.18; clients display both in the same way.
    related: bool = _flag("text_document.publish_diagnostics.related_information", "text_document.diagnostic.related_information")
    code_description: bool = _flag(
        "text_document.publish_diagnostics.code_description_support", "text_document.diagnostic.code_description_support"
    )
    data: bool = _flag("text_document.publish_diagnostics.data_support", "text_document.diagnostic.data_support")
    versions: bool = _flag("text_document.publish_diagnostics.version_support")
    document_changes: bool = _flag("workspace.workspace_edit.document_changes")
    annotations: bool = _flag("workspace.workspace_edit.change_annotation_support")
    disabled_actions: bool = _flag("text_document.code_action.disabled_support")
    configuration: bool = _flag("workspace.configuration")
    watches: bool = _flag("workspace.did_change_watched_files.dynamic_registration")
    registers_configuration: bool = _flag("workspace.did_change_configuration.dynamic_registration")
    progress: bool = _flag("window.work_done_progress")
    shows_documents: bool = _flag("window.show_document.support")
    reads_documents: bool = _flag("workspace.text_document_content")
    # The client displays the answer of the command that draws the graph of a finding.
    shows_pictures: bool = _flag("experimental.graphlint.pictures")
    resolves_edits: bool = False
    markdown: bool = True
    tags: frozenset[types.DiagnosticTag] = frozenset()


def read_client(capabilities: types.ClientCapabilities) -> Client:
    """Return the capabilities of a client."""
    flags = {
        flag.name: any(_is_present(_capability(capabilities, path)) for path in flag.metadata[PATHS])
        for flag in fields(Client)
        if PATHS in flag.metadata
    }
    properties = _capability(capabilities, "text_document.code_action.resolve_support.properties") or ()
    formats = _capability(capabilities, "text_document.hover.content_format")
    return Client(
        **flags,
        resolves_edits="edit" in properties and bool(_capability(capabilities, "text_document.code_action.data_support")),
        markdown=formats is None or types.MarkupKind.Markdown in formats,
        tags=frozenset(_tags(capabilities)),
    )


def _tags(capabilities: types.ClientCapabilities) -> Iterator[types.DiagnosticTag]:
    for kind in ("publish_diagnostics", "diagnostic"):
        yield from _capability(capabilities, f"text_document.{kind}.tag_support.value_set") or ()


def _capability(capabilities: types.ClientCapabilities, path: str) -> Any:
    """Return the capability at a path; None if any part of the path is absent."""
    value: Any = capabilities
    for name in path.split("."):
        if value is None:
            return None
        value = value.get(name) if isinstance(value, Mapping) else getattr(value, name)
    return value


def _is_present(value: object) -> bool:
    """Return whether a flag is true, or an object of capabilities is present."""
    return value is not None and value is not False
