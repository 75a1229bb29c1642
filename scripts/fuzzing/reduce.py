"""Reduction: the parts of an input without which it still shows the same problem are deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from fuzzing import tokens
from fuzzing.input import Input
from graphlint.reduce.deletions import smallest

Shows = Callable[[Input], bool]


def reduced(item: Input, shows: Shows) -> Input:
    """Return a small input that shows what the whole does.

    Args:
        shows: returns True for an input that shows the problem.
    """
    size = _size(item) + 1
    while _size(item) < size:
        size = _size(item)
        item = _without_files(item, shows)
        steps = smallest(item.steps, lambda left, item=item: shows(replace(item, steps=tuple(left))))  # type: ignore[misc]
        item = replace(item, steps=tuple(steps))
        for split in (_lines, _tokens):
            for name in item.files:
                item = _with_smaller_file(item, name, split, shows)
    return item


def _without_files(item: Input, shows: Shows) -> Input:
    for name in list(item.files):
        tried = replace(item, files={other: data for other, data in item.files.items() if other != name})
        if len(item.files) > 1 and shows(tried):
            item = tried
    return item


def _with_smaller_file(item: Input, name: str, split: Callable[[bytes], list[bytes]], shows: Shows) -> Input:
    def with_parts(parts: Sequence[bytes]) -> Input:
        return replace(item, files={**item.files, name: b"".join(parts)})

    return with_parts(smallest(split(item.files[name]), lambda parts: shows(with_parts(parts))))


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def _tokens(data: bytes) -> list[bytes]:
    return [token.encode("utf-8", "surrogateescape") for token in tokens.tokens(data.decode("utf-8", "surrogateescape"))]


def _size(item: Input) -> int:
    return sum(map(len, item.files.values())) + len(item.files) + len(item.steps)
