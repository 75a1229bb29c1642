"""Hovers, inlay hints and code lenses, also for code without findings."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from graphlint.server.workers.worker import CRASH_WORD
from server.editor import Editor, editing
from server.sample_texts import GROWS, TWICE

pytestmark = [pytest.mark.asyncio, pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")]


async def test_a_hover_tells_the_life_of_a_graph(tmp_path: Path) -> None:
    """On the call that builds it, on a name that holds it, on the `backward()` that uses it."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", GROWS)
        call = await editor.hover(uri, 8, 18)
        assert "model(torch.randn(8, 3))" in call
        assert f"freed by `backward()` on [line 11]({uri}#L11)" in call
        assert f"kept alive by `total` after the iteration ([line 10]({uri}#L10))" in call
        assert f"built on [line 9]({uri}#L9)" in await editor.hover(uri, 10, 5)
        assert f"frees the tensors saved on [line 9]({uri}#L9)" in await editor.hover(uri, 10, 12)


async def test_a_hover_tells_of_a_walk_that_raises(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", TWICE)
        text = await editor.hover(uri, 4, 35)
        assert f"`backward()` on [line 8]({uri}#L8) raises: the graph was already freed" in text
        assert text.count("freed by") == 1
        assert "raises" in await editor.hover(uri, 7, 8)


async def test_a_hover_on_a_suppression_shows_the_rule(tmp_path: Path) -> None:
    text = TWICE.replace("\n\nloss.backward()\n", "\n\nloss.backward()  # noqa: GL101, E501  graphlint: ignore[stored-graph]\n")
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", text)
        assert (await editor.hover(uri, 7, 27)).startswith("# double-backward (GL101)")


async def test_what_is_known_of_lines_that_have_not_changed_stays(tmp_path: Path) -> None:
    """While a new state is analysed, hovers are answered from the one before, lines moved along."""
    async with editing(tmp_path, "visual-studio-code", options={"run": "onSave"}) as editor:
        uri = editor.open("train.py", GROWS)
        assert await editor.hover(uri, 8, 18)
        editor.edit(uri, ((0, 0, 0, 0), "# one\n# two\n"))
        moved = await editor.hover(uri, 10, 18)
        assert "freed by `backward()` on [line 13]" in moved


async def hints(editor: Editor, uri: str) -> dict[int, str]:
    """The labels of the hints, by line from 1."""
    span = types.Range(types.Position(0, 0), types.Position(1000, 0))
    found = await editor.client.text_document_inlay_hint_async(types.InlayHintParams(types.TextDocumentIdentifier(uri), span))
    labels = {item.position.line + 1: item.label for item in found or ()}
    return {line: label if isinstance(label, str) else "".join(part.value for part in label) for line, label in labels.items()}


async def lenses(editor: Editor, uri: str) -> dict[int, list[str]]:
    """The titles of the lenses, by line from 1."""
    found = await editor.client.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))
    told: dict[int, list[str]] = {}
    for lens in found or ():
        assert lens.command is not None
        told.setdefault(lens.range.start.line + 1, []).append(lens.command.title)
    return told


LENSES = {"codeLens": True}
COLLECTS = """\
import torch


def train(model, data):
    history = []
    for epoch in range(3):
        for x in data:
            model.zero_grad()
            loss = model(x).sum()
            loss.backward()
            history.append(loss)
    return history


losses = train(torch.nn.Linear(2, 1), [torch.ones(1, 2)] * 3)
"""


async def test_hints_and_lenses_stand_where_graphs_are_built_freed_and_kept(tmp_path: Path) -> None:
    """Hints only where something is notable: nothing is to be done about a graph that is built and freed."""
    async with editing(tmp_path, "visual-studio-code", options=LENSES) as editor:
        uri = editor.open("train.py", GROWS)
        await editor.hover(uri, 8, 18)
        assert await hints(editor, uri) == {10: "graph kept alive by total"}
        told = await lenses(editor, uri)
        assert told[7] == ["graph carried to the next iteration by total"]
        assert told[9] == ["graph built here; used on line 11; freed on line 11; kept alive by total"]
        await editor.until(lambda: "workspace/inlayHint/refresh" in editor.refreshed and "workspace/codeLens/refresh" in editor.refreshed)


async def test_who_asks_before_anything_is_known_is_answered_when_it_is(tmp_path: Path) -> None:
    """Of the text as it is then. VS Code does not always ask again when it is told to: not where somebody has clicked elsewhere."""
    async with editing(tmp_path, "visual-studio-code", options=LENSES) as editor:
        uri = editor.open("train.py", GROWS)
        early = asyncio.gather(lenses(editor, uri), hints(editor, uri))
        await asyncio.sleep(0)
        editor.edit(uri, ((0, 0, 0, 0), "# one\n# two\n"))
        told, ends = await early
        assert told[9] == ["graph carried to the next iteration by total"]
        assert ends == {12: "graph kept alive by total"}


async def test_who_asks_of_what_cannot_be_known_is_answered_too(tmp_path: Path) -> None:
    """The process that analyses the text dies of it; or nothing is to be checked at all; and who closes it waits for nothing more."""
    async with editing(tmp_path, "visual-studio-code", options=LENSES, environment={CRASH_WORD: "dead_word"}, clean=False) as editor:
        assert await lenses(editor, editor.open("dead.py", "import torch\ndead_word = 1\n")) == {}
        assert await lenses(editor, editor.open("notes.md", "import torch\n", "markdown")) == {}
        uri = editor.open("train.py", GROWS)
        early = asyncio.ensure_future(lenses(editor, uri))
        await asyncio.sleep(0)
        editor.close(uri)
        assert await early == {}
    async with editing(tmp_path, "visual-studio-code", options={"enable": False, **LENSES}) as editor:
        assert await lenses(editor, editor.open("train.py", GROWS)) == {}


async def test_a_hint_leads_to_the_line_that_it_names(tmp_path: Path) -> None:
    """A backward that raises leads to the one that freed its graph."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", TWICE)
        await editor.hover(uri, 4, 35)
        span = types.Range(types.Position(0, 0), types.Position(1000, 0))
        found = await editor.client.text_document_inlay_hint_async(types.InlayHintParams(types.TextDocumentIdentifier(uri), span))
        (hint,) = found or ()
        assert not isinstance(hint.label, str)
        (part,) = hint.label
        assert isinstance(part, types.InlayHintLabelPart)
        assert part.value == "raises: graph freed on line 6"
        assert part.location == types.Location(uri, types.Range(types.Position(5, 0), types.Position(5, 0)))


EVALUATES = """\
import torch

model = torch.nn.Linear(3, 1)


def predict(x):
    return model(x)


@torch.no_grad()
def score(x):
    return model(x).sum()


def compare(x):
    torch.set_grad_enabled(False)
    return model(x).sum()


with torch.no_grad():
    print(predict(torch.randn(8, 3)), model(torch.randn(8, 3)))
print(score(torch.randn(8, 3)), compare(torch.randn(8, 3)))
"""


async def test_a_hint_names_a_call_without_a_graph_where_the_reason_is_in_another_function(tmp_path: Path) -> None:
    """Where the function itself switches grad mode off, the hint would say what is written there."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", EVALUATES)
        assert "grad mode is off" in await editor.hover(uri, 6, 12)
        assert "grad mode is off" in await editor.hover(uri, 11, 12)
        assert await hints(editor, uri) == {7: "no graph"}


TWO_CALLERS = """\
import torch
from torch import nn


def train(net, x):
    value = net(x).mean()
    loss = smooth(value)
    loss.backward()


def first(net, x):
    train(net, x)


def second(x):
    train(Net(), x)


def smooth(value):
    return (value ** 2).exp()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(16, 2)

    def forward(self, x):
        return self.head(x)
"""


async def test_a_hover_names_lines_in_the_order_of_time_each_once_with_its_function(tmp_path: Path) -> None:
    """Of two callers the second one reaches lines that run between those which the first one reaches."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", TWO_CALLERS)
        await editor.hover(uri, 6, 11)
        text = (await editor.hover(uri, 6, 4)).replace(f"({uri}#", "(#")
        assert "built on [line 29](#L29) in `Net.forward`; [line 6](#L6); [line 20](#L20) in `smooth`\n" in text
        assert "created on [line 26](#L26) in `Net.__init__`\n" in text
        assert text.count("line 8") == 1
        assert "used and freed by `backward()` on [line 8](#L8)" in text


SOMETIMES = """\
import sys
import torch

a = torch.randn(3, requires_grad=True)
loss = (a ** 2).mean()
loss.backward()
{}
after = 1
print(after)
"""


@pytest.mark.parametrize(
    ("statement", "reached"),
    [
        ("loss.backward()", False),
        ("with torch.enable_grad():\n    loss.backward()", False),
        ("if sys.argv:\n    loss.backward()", True),
        ("try:\n    loss.backward()\nexcept RuntimeError:\n    pass", True),
        ("for _ in range(2):\n    b = a.exp().sum()\n    b.backward()\n    loss.backward()", True),
    ],
)
async def test_only_code_after_a_backward_that_always_raises_is_not_reached(tmp_path: Path, statement: str, reached: bool) -> None:
    """In a branch, a `try` or a loop, the statements after it may be."""
    text = SOMETIMES.format(statement)
    row = text.splitlines().index("after = 1")
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", text)
        assert "Leaf" in await editor.hover(uri, 3, 0)
        for line in (row, row + 1):
            params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, 0))
            answer = await editor.client.text_document_hover_async(params)
            assert ("Not reached" in str(answer)) is not reached


async def test_a_list_of_losses_is_named_as_the_program_spells_it(tmp_path: Path) -> None:
    """Once for both loops; and after an edit above, on which the analysis of the function does not depend."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", COLLECTS)
        assert "kept alive by `history` after the iteration" in await editor.hover(uri, 8, 12)
        assert await hints(editor, uri) == {11: "graph kept alive by history"}
        editor.edit(uri, ((1, 0, 1, 0), "import sys\n\n\ndef other():\n    return sys.argv\n\n"))
        assert await editor.codes(uri) == ["GL203"]
        assert "kept alive by `history` after the iteration" in await editor.hover(uri, 14, 12)


async def test_a_hint_says_that_a_tensor_was_changed(tmp_path: Path) -> None:
    text = "import torch\n\nw = torch.ones(2, requires_grad=True)\nh = w.exp()\nh.add_(1)\nh.sum().backward()\n"
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", text)
        assert await editor.hover(uri, 3, 0)
        assert await hints(editor, uri) == {6: "raises: tensor changed in place on line 5"}


async def test_what_is_known_stays_while_the_text_does_not_parse(tmp_path: Path) -> None:
    """Findings, hovers and hints of lines that have not changed: an open bracket must not make them come and go."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", GROWS)
        assert await editor.codes(uri) == ["GL202"]
        assert await hints(editor, uri) == {10: "graph kept alive by total"}
        editor.edit(uri, ((0, 0, 0, 0), "x = (\n"))
        assert await editor.codes(uri) == ["GL000", "GL202"]
        assert [item.range.start.line for item in await editor.diagnostics(uri)][1:] == [10]
        assert await hints(editor, uri) == {11: "graph kept alive by total"}
        assert "freed by `backward()` on [line 12]" in await editor.hover(uri, 9, 18)
        editor.edit(uri, ((0, 0, 1, 0), ""))
        assert await editor.codes(uri) == ["GL202"]


async def test_each_can_be_switched_off(tmp_path: Path) -> None:
    async with editing(tmp_path, "visual-studio-code", options={"inlayHints": False}) as editor:
        uri = editor.open("train.py", GROWS)
        assert await editor.hover(uri, 8, 18)
        assert await hints(editor, uri) == {}
        assert await lenses(editor, uri) == {}
