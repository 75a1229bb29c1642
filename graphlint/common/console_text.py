"""Texts that a console has written to a file or a pipe: PowerShell 5 writes UTF-16, others write what their system is set to."""

from __future__ import annotations

import codecs

MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


def console_text(data: bytes) -> str:
    """Return the text: by its byte order mark, otherwise as UTF-8; what cannot be decoded is replaced."""
    encoding = next((encoding for mark, encoding in MARKS.items() if data.startswith(mark)), "utf-8")
    return data.decode(encoding, "replace")
