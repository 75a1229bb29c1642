"""Edits from a changed tree: what the new tree keeps of the old one stays as it is in the text."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, CodeSpan, MetadataWrapper

from graphlint.source.text_edits import Edit

LINE_BREAKS = ("\r", "\n")
BLANKS = (" ", "\t", "\f")


class Span(NamedTuple):
    """The characters of a node: the offsets of the first one, and of the one after the last."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Rendered:
    """The text of a module, and the span of each of its nodes."""

    text: str
    spans: Mapping[cst.CSTNode, Span]


def rendered(module: cst.Module) -> Rendered:
    """Return the text of a tree with the spans of its nodes."""
    text = module.code
    # Without a line break at the end of the text, the spans of the last line include one nevertheless.
    found = MetadataWrapper(module, unsafe_skip_copy=True).resolve(ByteSpanPositionProvider)
    spans = ((node, span.start, span.start + span.length) for node, span in found.items() if isinstance(span, CodeSpan))
    if text.isascii():
        return Rendered(text, {node: Span(start, min(end, len(text))) for node, start, end in spans})
    # libcst counts bytes of UTF-8.
    ends = list(itertools.accumulate((len(character.encode("utf-8", "surrogatepass")) for character in text), initial=0))
    offsets = {byte: number for number, byte in enumerate(ends)}
    return Rendered(text, {node: Span(offsets[start], offsets[min(end, ends[-1])]) for node, start, end in spans})


def edits_between(old: Rendered, new: Rendered) -> Iterator[Edit]:
    """Yield the edits that make the new text of the old one, in order. A node that both trees share is left as it is."""
    kept = [(span, old.spans[node]) for node, span in new.spans.items() if span.start < span.end and node in old.spans]
    kept.sort(key=lambda pair: (pair[0].start, -pair[0].end))
    at_old = at_new = 0
    end = Span(len(new.text), len(new.text)), Span(len(old.text), len(old.text))
    for after, before in (*kept, end):
        same = new.text[after.start : after.end] == old.text[before.start : before.end]
        if after.start < at_new or before.start < at_old or not same:
            continue
        edit = _replacement(old.text, at_old, before.start, new.text[at_new : after.start])
        if edit is not None:
            yield edit
        at_new, at_old = after.end, before.end


def _replacement(text: str, start: int, end: int, replacement: str) -> Edit | None:
    """Return the smallest edit that replaces a part of a text, whole words at a time; None if it is equal."""
    old = text[start:end]
    if old == replacement:
        return None
    indented = not old.strip()
    suffix = _common(old[::-1], replacement[::-1]) if indented else 0
    prefix = _common(old[: len(old) - suffix], replacement[: len(replacement) - suffix])
    suffix += 0 if indented else _common(old[prefix:][::-1], replacement[prefix:][::-1])
    edit = Edit(start + prefix, end - suffix, replacement[prefix : len(replacement) - suffix])
    return None if _indents_nothing(text, edit) else edit


def _common(one: str, two: str) -> int:
    """Return the length of the common start of two texts that cuts no word in either."""
    length = 0
    while length < min(len(one), len(two)) and one[length] == two[length]:
        length += 1
    while length and any(_is_word(each[length - 1 : length]) and _is_word(each[length : length + 1]) for each in (one, two)):
        length -= 1
    return length


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _indents_nothing(text: str, edit: Edit) -> bool:
    """Return True if an edit only changes the white space of a line that has nothing else."""
    start, end = edit.start, edit.end
    while text[start - 1 : start] in BLANKS:
        start -= 1
    while text[end : end + 1] in BLANKS:
        end += 1
    is_line = text[start - 1 : start] in LINE_BREAKS and text[end : end + 1] in LINE_BREAKS
    return is_line and not edit.text.strip(" \t\f") and not text[start:end].strip(" \t\f")
