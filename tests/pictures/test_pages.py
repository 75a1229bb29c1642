"""The pages of `check` and `confirm`: one file that loads nothing, whole without its script."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from support import Run

PROGRAM = """\
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
losses = []
for batch in torch.randn(4, 2, 3):
    optimizer.zero_grad()
    loss = model(batch).pow(2).mean()  # <b>
    loss.backward(retain_graph=True)
    optimizer.step()
    losses.append(loss)
print(len(losses))
"""


def test_a_report_is_whole_without_its_script(run: Run, project: Path) -> None:
    """The script alone shows the fields that filter; the policy admits this script and no other."""
    (project / "train.py").write_text(PROGRAM)
    page = run("check", "train.py", "--output-format", "html").out
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page
    assert re.findall(r"<(\w+)[^>]*\shidden", page) == ["form"]
    assert page.count("<article ") == page.count("<svg ") == 2
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
    assert page.count("<style>") == 1, "pictures share the style of the page"


def test_a_page_of_a_run_has_pictures_with_bytes(run: Run, project: Path) -> None:
    """What the run has shown, on the shim: the same marks as those of the check."""
    (project / "train.py").write_text(PROGRAM)
    outcome = run("confirm", "--shim", "--quiet", "--output-format", "html", "train.py")
    assert outcome.status == 1, outcome.err
    assert outcome.out.count("<svg ") == 2
    assert re.search(r"in this run: [\d,]+ bytes of saved tensors", outcome.out)
    assert "losses keeps the graph of loss alive" in outcome.out
