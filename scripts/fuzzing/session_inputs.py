"""Inputs of the kind `server`: an editor's session with one text."""

from __future__ import annotations

import random

from fuzzing.corpus import Corpus
from fuzzing.input import Input, Step
from fuzzing.mutants import choose, mutate_text
from fuzzing.statements import ACTIONS, names_in

SNIPPETS = (
    "(", ")", ":", "\n", "    ", "\t", "loss.backward()\n", "x = 1\n", "'", '"""', "# noqa: GL101", "\U0001f525", "é", "\r\n", "\r",
    "\x0c", "import torch\n", "with torch.no_grad():\n", "\u2028", "e\u0301", "optimizer.step()\n", "\\\n", "\0", "f'{", "\ud83d",
    "\udd25", "# graphlint: ignore",
)  # fmt: skip
MALFORMED = (
    "{", "[]", "null", '"x"', "", "\xff\xfe", "[" * 5_000, '{"jsonrpc": "2.0"}', '{"jsonrpc": "2.0", "id": {}, "method": 3}',
    '{"jsonrpc": "2.0", "method": "textDocument/didChange"}', '{"jsonrpc": "2.0", "id": 990, "method": "no/such"}',
    '{"jsonrpc": "2.0", "id": 991, "method": "textDocument/hover", "params": []}', '{"jsonrpc": "2.0", "id": 992, "result": 5}',
    '{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///no.py", '
    '"version": 1}, "contentChanges": [{"text": "x"}]}}',
    '{"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": 5}}}',
    '{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "none"}}',
    '{"jsonrpc": "2.0", "id": 993, "method": "workspace/executeCommand", "params": {"command": '
    '"graphlint.fixAll", "arguments": [{"uri": [1]}]}}',
    '{"jsonrpc": "2.0", "id": 994, "method": "workspace/executeCommand", "params": {"command": '
    '"graphlint.explainTraceback", "arguments": ["Traceback", "file:///../etc"]}}',
    '{"jsonrpc": "2.0", "id": 995, "method": "textDocument/hover", "params": {"textDocument": {"uri": '
    '"file:///a/no.py"}, "position": {"line": 999999999, "character": -5}}}',
    '{"jsonrpc": "2.0", "id": 996, "method": "initialize", "params": {"capabilities": {}}}',
)  # fmt: skip
SETTINGS = ("", 'ignore = ["GL101"]\n', 'select = ["GL1"]\n', 'select = ["ALL"]\n', 'ignore = ["GL3"]\n')
STEPS = (
    ("insert", 30), ("delete", 14), ("line", 10), ("action", 12), ("replace", 8), ("cancel", 6), ("request", 8), ("send", 4),
    ("reopen", 2), ("settings", 2), ("kill worker", 1),
)  # fmt: skip
LARGEST_TEXT = 10**6


def server_input(corpus: Corpus, chance: random.Random) -> Input:
    """Return a text or a notebook, edits of it, and other messages between them."""
    variant = chance.choice(("text", "text", "notebook"))
    texts = [corpus.program(chance) for _ in range(chance.randint(1, 4) if variant == "notebook" else 1)]
    steps = []
    for _ in range(chance.randint(4, 14)):
        name = choose(STEPS, chance)
        text = _text(name, chance.choice(texts), corpus, chance)
        steps.append(Step(name, chance.randrange(LARGEST_TEXT), chance.choice((0, 0, 1, 1, 2, 5, 40)), text))
        # Most edits are followed by a look at the diagnostics, some by the next edit.
        if chance.random() < 0.8:
            steps.append(Step("compare"))
    files = {f"text-{number}.py": text.encode("utf-8", "replace") for number, text in enumerate(texts)}
    return Input("server", variant, files, steps=(*steps, Step("compare")))


def _text(name: str, text: str, corpus: Corpus, chance: random.Random) -> str:
    """Return the text of a step."""
    match name:
        case "insert":
            return chance.choice(SNIPPETS)
        case "line":
            return chance.choice(corpus.program(chance).split("\n")) + "\n"
        case "action":
            names = names_in(text)
            return chance.choice(ACTIONS).format(a=chance.choice(names), b=chance.choice(names)) + "\n"
        case "replace":
            return mutate_text(text if chance.random() < 0.6 else corpus.program(chance), corpus, chance, gentle=True)
        case "cancel" | "request":
            return chance.choice(("hover", "inlayHint", "codeLens", "codeAction", "diagnostic"))
        case "send":
            return chance.choice(MALFORMED)
        case "settings":
            return chance.choice(SETTINGS)
    return ""
