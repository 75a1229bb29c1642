"""Which functions are worth entering on their own: those that mention, or call by name what mentions, something that a finding needs.

This reads text, not meaning: it only spares work. A function that mentions none of these can neither walk a graph nor free, keep, cut or
switch anything; what it builds matters where its callers use it, and they enter it.
"""

from __future__ import annotations

import re

_TRIGGER = re.compile(
    r"backward|autograd|\.eval\b|\.train\b(?!\w)|retain_|no_grad|inference_mode|set_grad_enabled|detach|\.grad\b|\.data\b|volatile|Variable\(|"
    r"\bctx\b|clip_grad|\.step\b|zero_grad|(?<!init)\.(?!requires_grad_|append_|register_|_)[a-z]+_\(|\.(?:cpu|cuda)\(\)\s*$",
    re.MULTILINE,
)
_EVALUATES = re.compile(r"(?i)test|eval|valid|predict|sampl|infer|generate")
_LOOP = re.compile(r"\b(?:for|while)\b")
_NAME = re.compile(r"[A-Za-z_]\w*(?=\s*\()")


_DEFINITION = re.compile(r"^([ \t]*)(?:async[ \t]+)?def[ \t]+(\w+)", re.MULTILINE)


class Triggers:
    """The functions of a file that are worth entering, by name, found by one search of its text."""

    def __init__(self, text: str) -> None:
        self._names = _spread(_segments(text))
        self._called = frozenset(_NAME.findall(_DEFINITION.sub("", text)))

    def eventful(self, name: str) -> bool:
        """Whether a function of this name mentions a trigger or calls one that does; what is no def (a module, a lambda) counts as one."""
        return name in self._names or name.startswith("<")

    def called(self, name: str) -> bool:
        """Whether something in the file calls a function of this name."""
        return name in self._called


def _segments(text: str) -> dict[str, list[str]]:
    """The texts of the functions of each name: a definition with all lines that are indented deeper."""
    found: dict[str, list[str]] = {}
    matches = list(_DEFINITION.finditer(text))
    for index, match in enumerate(matches):
        depth = len(match.group(1))
        end = next((later.start() for later in matches[index + 1 :] if len(later.group(1)) <= depth), len(text))
        found.setdefault(match.group(2), []).append(text[match.end() : end])
    return found


def _spread(segments: dict[str, list[str]]) -> frozenset[str]:
    """The names of functions that mention a trigger, and of those that call one of them."""
    worth: set[str] = set()
    waiting: dict[str, frozenset[str]] = {}
    for name, texts in segments.items():
        if any(_TRIGGER.search(text) or (_EVALUATES.search(name) and _LOOP.search(text)) for text in texts):
            worth.add(name)
        else:
            waiting[name] = frozenset(word for text in texts for word in _NAME.findall(text))
    grew = True
    while grew:
        more = {name for name, calls in waiting.items() if name not in worth and calls & worth}
        worth |= more
        grew = bool(more)
    return frozenset(worth)
