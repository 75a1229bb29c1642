"""A finding has its fix however the statements are written: on one line, over several ones, with comments and parentheses."""

from __future__ import annotations

import pytest

from graphlint.check.analyze import analyze
from graphlint.fixes.prove import Prover
from graphlint.rule.registry import discover
from graphlint.source.source import Source

HEAD = """import torch
from torch import nn
from torch.autograd import Variable

model, scale = nn.Linear(3, 1), 0.5
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total, losses, data = 0, [], torch.randn(100, 8, 3)
"""
TRAINING = "for x in data:\n    optimizer.zero_grad()\n    loss = model(x).sum()\n    loss.backward()\n    optimizer.step()\n"
LEAK = "print(total, losses)\n"
RULES = tuple(rule() for rule in discover().rules)

TEXTS = {
    "a total on a shared line": ("GL202", f"{TRAINING}    total += loss; print('''a\n  b''')\n{LEAK}"),
    "a total in parentheses": ("GL202", f"{TRAINING}    total = (  # all\n        total\n        + loss  # this one\n    )\n{LEAK}"),
    "a total after a backslash": ("GL202", f"{TRAINING}    total = total + \\\n        loss\n{LEAK}"),
    "a total beside a string": ("GL202", f"{TRAINING}    total += loss * len('''a\n  b''')\n{LEAK}"),
    "a block on one line": (
        "GL202",
        "for x in data: loss = model(x).sum(); optimizer.zero_grad(); loss.backward(); optimizer.step(); total += loss\n" + LEAK,
    ),
    "a list with comments": ("GL203", f"{TRAINING}    losses.append(  # all\n        loss,  # this one\n    )\n{LEAK}"),
    "a reset on a shared line": (
        "GL502",
        "for x in data:\n    loss = model(x).sum(); loss.backward(); optimizer.zero_grad(); optimizer.step()\n",
    ),
    "a step on a shared line": (
        "GL503",
        "for x in data:\n    optimizer.zero_grad(); loss = model(x).sum(); optimizer.step(); loss.backward()  # late\n",
    ),
    "a step before a shared line": (
        "GL503",
        "for x in data:\n    optimizer.zero_grad()\n    loss = model(x).sum()\n    optimizer.step()  # early\n"
        "    loss.backward(); print(loss.item())\n",
    ),
    "an argument with comments": (
        "GL201",
        TRAINING.replace("backward()", "backward(  # first\n        # why\n        retain_graph=True,  # last\n    )"),
    ),
    "a removed call around lines": ("GL903", "x = Variable(\n    torch.randn(3)  # one\n    + torch.ones(3)\n)\nprint(x)\n"),
    "a removed call in parentheses": ("GL903", "x = (Variable  # old\n     (torch.randn(3)))\nprint(x)\n"),
    "a sum of losses over lines": (
        "GL101",
        "shared = model(data[0])\nshared.pow(\n    2,  # square\n).sum().backward()\n(shared\n .abs()  # size\n .sum()).backward()\n",
    ),
    "an evaluation on one line": ("GL301", "model.eval()\nfor x in data: y = model(x); print(y.argmax().item())\n"),
    "an elif with a second backward": (
        "GL101",
        "loss = model(data[0]).exp().sum()\nloss.backward()\nif scale > 1:\n    print(1)\nelif scale < 1:\n    loss.backward()\n",
    ),
}


@pytest.mark.parametrize(("code", "text"), TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_a_finding_has_a_fix_however_it_is_written(code: str, text: str, end: str) -> None:
    """The fixed text compiles, and has the finding no longer."""
    source = Source("train.py", (HEAD + text).replace("\n", end))
    findings = analyze(source, RULES).findings
    finding = next(found for found in findings if found.code == code)
    by_code = {rule.code: rule for rule in RULES}
    prover = Prover(source, findings, by_code, lambda changed: analyze(changed, RULES, for_proof=True).proof())
    fixes = list(prover.fixes(finding))
    assert fixes
    for fix in fixes:
        fixed = source.edited(fix.edits)
        compile(fixed.text, "train.py", "exec")
        assert sum(found.code == code for found in analyze(fixed, RULES).findings) < sum(found.code == code for found in findings)
