"""Hovers over five training scripts: what a user of PyTorch wants to know of each value and statement, in PyTorch's words.

Each row is a hover: the line, the text under the cursor (its first occurrence in the line), the first line of the answer, and what else it
says. The scripts run on PyTorch as they are; two of them raise in the line that the hovers name.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from server.editor import editing

pytestmark = pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")

SCRIPTS = Path(__file__).parent / "scripts"
LINK = re.compile(r"\[(line \d+)\]\(file:[^)]*#L\d+\)")
INTERNAL = ("pow_number", "params*", "`input`", "unseen", "Certainty", "MAYBE")

HOVERS: dict[str, list[tuple[int, str, str, list[str]]]] = {
    "classification": [
        (9, "nn.Conv2d(3", "**Parameters** of `nn.Conv2d(3, 8, 3)`", ["gradient filled by `backward()` on line 25"]),
        (14, "features.mean", "**Graph** of `self.features(images)`", ["built on line 13", "freed by `backward()` on line 25"]),
        (
            15,
            "self.head(pooled",
            "**Graph** of `self.head(pooled)`",
            ["built only if grad mode is on", "built on line 13, line 14, line 15"],
        ),
        (19, "model.train()", "**Training mode**", ["dropout is active"]),
        (
            22,
            "optimizer.zero_grad()",
            "**Resets gradients**",
            ["`self.head`, created on line 9, line 10", "filled by `backward()` on line 25"],
        ),
        (23, "logits", "**Graph** of `model(images)`", ["gradients flow back to", "kept alive by `running` after the iteration (line 27)"]),
        (
            25,
            "loss",
            "**Graph** of `F.cross_entropy(logits, labels)`",
            ["built on line 13, line 14, line 15 in `Net.forward`; line 24", "used and freed by `backward()` on line 25"],
        ),
        (
            25,
            "backward",
            "**`backward()`**",
            [
                "through the graph built on line 13, line 14, line 15 in `Net.forward`; line 24",
                "frees the tensors saved on line 13, line 15 in `Net.forward`; line 24: a second",
                "adds to the gradients of the leaves created on line 9, line 10",
            ],
        ),
        (26, "optimizer.step()", "**Optimizer step**", ["changes", "uses the gradients of `backward()` on line 25"]),
        (28, "running", "**Graph** of `running += loss`", ["kept alive by `running`", "not used by any known `backward()`"]),
        (32, "model.eval()", "**Eval mode**", ["graphs are built all the same: use `torch.no_grad()`"]),
        (34, "torch.no_grad()", "**`torch.no_grad`**: grad mode is off", ["build no graph"]),
        (36, "output", "**No graph** for `model(images)`", ["grad mode is off"]),
        (41, "net", "**Parameters** of `Net()`", ["gradient reset on line 22", "changed by the step on line 26"]),
        (44, "epoch_loss", "**Graph** of the result of `train(net, data, sgd)`", ["built on line 13", "freed by `backward()` on line 25"]),
    ],
    "gan": [
        (
            5,
            "discriminator",
            "**Parameters** of `nn.Sequential(nn.Linear(16, 16), nn.R...`",
            ["filled by `backward()` on line 13, line 17", "reset on line 10"],
        ),
        (
            9,
            "fake",
            "**Graph** of `generator(torch.randn(4, 8))`",
            ["gradients flow back to `generator`", "detached copy created on line 11"],
        ),
        (11, "detach()", "**No graph**: no gradient flows back through this value", ["detached from the graph built on line 9"]),
        (
            13,
            "d_loss",
            "**Graph** of `d_fake.mean() - discriminator(real).m...`",
            ["built on line 11, line 12", "used and freed by `backward()` on line 13"],
        ),
        (14, "opt_d.step()", "**Optimizer step**", ["uses the gradients of `backward()` on line 13"]),
        (16, "g_loss", "**Graph** of `-discriminator(fake).mean()`", ["built on line 9, line 16", "freed by `backward()` on line 17"]),
        (17, "backward", "**`backward()`**", ["created on line 4, line 5"]),
    ],
    "recurrent": [
        (9, "state", "**Graph** of `rnn(torch.randn(3, 2, 4), state)`", ["`backward()` on line 12 raises: the graph was already freed"]),
        (
            10,
            "loss",
            "**Graph** of `head(output).pow(2).mean()`",
            ["gradients flow back to `rnn`, `head`, created on line 4, line 5", "raises"],
        ),
        (11, "optimizer.zero_grad()", "**Resets gradients**", ["of `rnn`, `head`, created on line 4, line 5"]),
        (12, "backward", "**`backward()`**", ["on line 12 raises: the graph was already freed", "freed by `backward()` on line 12"]),
        (5, "head", "**Parameters** of `nn.Linear(8, 1)`", ["gradient reset on line 11", "changed by the step on line 13"]),
    ],
    "own_update": [
        (
            4,
            "weight",
            "**Leaf** `torch.randn(8, requires_grad=True)`, requires grad",
            ["filled by `backward()` on line 16", "reset on line 20"],
        ),
        (10, "scores", "**Graph** of `inputs * weight + bias`", ["gradients flow back to `weight`, `bias`, created on line 4, line 5"]),
        (14, "probability", "**Graph** of the result of `predict(x)`", ["built on line 9, line 10"]),
        (15, "probability - 0.5", "**Graph** of the result of `predict(x)`", ["used and freed by `backward()` on line 16"]),
        (17, "no_grad", "**`torch.no_grad`**: grad mode is off", ["their results do not require grad"]),
        (18, "-=", "**Update in place**", ["changes `weight`, created on line 4", "uses the gradients of `backward()` on line 16"]),
        (18, "grad", "**Gradient** `weight.grad`", ["gradient filled by `backward()` on line 16", "gradient reset on line 20"]),
        (20, "zero_()", "**Resets gradients**", ["of `weight`, created on line 4"]),
        (22, "final", "**No graph**: no gradient flows back through this value", ["detached from the graph built on line 15"]),
    ],
    "two_backwards": [
        (
            4,
            "square",
            "**Graph** of `a**2`",
            ["gradients flow back to `a`", "freed by `backward()` on line 6", "on line 9 raises: the graph was already freed"],
        ),
        (
            5,
            "loss",
            "**Graph** of `square.mean()`",
            ["keeps the tensors saved on line 4 alive", "used and freed by `backward()` on line 6"],
        ),
        (6, "backward", "**`backward()`**", ["frees the tensors saved on line 4: a second `backward()` through them raises"]),
        (8, "again", "**Graph** of `square.sum()`", ["freed by `backward()` on line 6", "`backward()` on line 9 raises"]),
        (9, "backward", "**`backward()`**", ["on line 9 raises: the graph was already freed"]),
        (10, "total", "**Not reached**", ["the `backward()` on line 9 raises"]),
    ],
}


def test_there_are_forty_hovers_over_five_scripts() -> None:
    """Of the scripts that lie beside this file, all of them."""
    assert set(HOVERS) == {path.stem for path in SCRIPTS.glob("*.py")}
    assert sum(map(len, HOVERS.values())) >= 40


@pytest.mark.asyncio
@pytest.mark.parametrize("name", HOVERS)
async def test_hovers_say_what_a_user_of_pytorch_wants_to_know(tmp_path: Path, name: str) -> None:
    """The whole graph of a tensor, where a gradient comes from and goes to, what a mode switches; each line is a link."""
    text = (SCRIPTS / f"{name}.py").read_text()
    lines = text.splitlines()
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", text)
        for row, word, title, facts in HOVERS[name]:
            column = lines[row - 1].index(word)
            answer = await editor.hover(uri, row - 1, column)
            said = LINK.sub(r"\1", answer)
            assert said.splitlines()[0] == title, (name, row, word, said)
            assert [fact for fact in facts if fact not in said] == [], (name, row, word, said)
            assert not any(item in said for item in INTERNAL), said
            assert len(LINK.findall(answer)) == len(re.findall(r"line \d+", said)), answer
