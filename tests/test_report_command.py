"""`graphlint report`: a small program with neutral names that has the finding of a line."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from support import Run

import graphlint

PROGRAMS = {
    "GL101": """\
import torch
from torch import nn
from acme_secret.telemetry import send_to_acme

ACME_TOKEN = "hunter2 of acme"  # the acme password


class AcmePainter(nn.Module):
    '''Paints the faces of acme's customers.'''

    def __init__(self, hidden_of_acme=16):
        super().__init__()
        self.acme_stem = nn.Sequential(nn.Linear(8, hidden_of_acme), nn.ReLU(), nn.Linear(hidden_of_acme, 4))

    def forward(self, acme_noise):
        return self.acme_stem(acme_noise)


acme_painter, acme_judge = AcmePainter(), nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
acme_step_g = torch.optim.SGD(acme_painter.parameters(), lr=0.1)
acme_step_d = torch.optim.SGD(acme_judge.parameters(), lr=0.1)
for acme_faces in torch.randn(4, 8, 4):
    acme_fake = acme_painter(torch.randn(8, 8))
    acme_step_d.zero_grad()
    (acme_judge(acme_fake) - acme_judge(acme_faces)).mean().backward()
    acme_step_d.step()
    acme_step_g.zero_grad()
    (-acme_judge(acme_fake)).mean().backward()  # HERE
    acme_step_g.step()
    send_to_acme(ACME_TOKEN, "acme epoch")
""",
    "GL202": """\
import torch
from torch import nn

acme_net = nn.Linear(3, 1)
acme_optimizer = torch.optim.SGD(acme_net.parameters(), lr=0.1)
acme_total = 0.0
for acme_step, acme_batch in enumerate(torch.randn(4, 2, 3)):
    acme_loss = acme_net(acme_batch).pow(2).mean()
    acme_optimizer.zero_grad()
    acme_loss.backward()
    acme_optimizer.step()
    acme_total = acme_total + acme_loss  # HERE
    if acme_step % 2:
        print(f"acme step {acme_step}: {acme_loss.item()}")
print("acme total", acme_total)
""",
    "GL203": """\
import torch
from torch import nn


class AcmeTrainer:
    def __init__(self):
        self.acme_net = nn.Linear(3, 1)
        self.acme_history = []

    def acme_fit(self, acme_batches):
        for acme_batch in acme_batches:
            acme_loss = self.acme_net(acme_batch).pow(2).mean()
            acme_loss.backward()
            self.acme_history.append(acme_loss)  # HERE
        return "acme done"


AcmeTrainer().acme_fit(torch.randn(4, 2, 3))
""",
    "GL301": """\
import torch
from torch import nn


def acme_evaluation(acme_net: nn.Module, acme_batches):
    acme_net.eval()
    acme_hits = 0
    for acme_batch in acme_batches:
        acme_scores = acme_net(acme_batch)  # HERE
        acme_hits += int((acme_scores > 0).sum())
    print("acme accuracy", acme_hits)


acme_evaluation(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)), torch.randn(4, 2, 3))
""",
    "GL501": """\
import torch
from torch import nn

acme_net = nn.Linear(3, 1)
acme_optimizer = torch.optim.SGD(acme_net.parameters(), lr=0.1)
acme_log = {"acme": []}
for acme_batch in torch.randn(4, 2, 3):
    acme_loss = acme_net(acme_batch).pow(2).mean()
    acme_loss.backward()  # HERE
    acme_optimizer.step()
    acme_log["acme"].append(acme_loss.item())
""",
}


def row(text: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.endswith("# HERE"))


def blocks(report: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", report, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("code", PROGRAMS)
def test_a_reduced_program_has_the_finding_and_nothing_private(run: Run, project: Path, code: str) -> None:
    """Neither a name nor a string nor a comment of the original remains; the result is that of a check of the program."""
    text = PROGRAMS[code]
    (project / "acme_train.py").write_text(text)
    outcome = run("report", f"acme_train.py:{row(text)}")
    assert outcome.status == 0, outcome.err
    (program,) = blocks(outcome.out)
    assert [item.code for item in graphlint.check_source(program, fixes=False).diagnostics] == [code]
    assert "acme" not in outcome.out.lower()
    assert "hunter" not in outcome.out
    assert f" {code}[" in outcome.out
    assert len(program.splitlines()) <= min(len(text.splitlines()), 16)
    assert "remain" not in outcome.err


def test_a_report_follows_the_template_for_false_positives(run: Run, project: Path) -> None:
    (project / "train.py").write_text(PROGRAMS["GL202"])
    shown = run("report", f"train.py:{row(PROGRAMS['GL202'])}").out
    template = Path(__file__).parent.parent / ".github" / "ISSUE_TEMPLATE" / "false_positive.md"
    headings = re.findall(r"^(\*\*\w+\*\*)", template.read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == re.findall(r"^(\*\*\w+\*\*)", shown, re.MULTILINE)[: len(headings)]
    assert f"graphlint {graphlint.__version__}, Python " in shown
    assert shown.endswith("**Settings**: none are needed\n")


def test_the_other_files_come_along_only_if_the_finding_needs_them(run: Run, project: Path) -> None:
    (project / "acme_nets.py").write_text("from torch import nn\n\n\ndef acme_net():\n    return nn.Linear(3, 1)\n")
    (project / "acme_notes.py").write_text("import torch\n\nACME = 'acme'\n")
    text = (
        "import torch\nfrom acme_nets import acme_net\nimport acme_notes\n\nacme = acme_net()\nacme_loss = acme(torch.ones(2, 3)).mean()\n"
    )
    text += "acme_loss.backward()\nacme_loss.backward()  # HERE\n"
    (project / "acme_run.py").write_text(text)
    shown = run("report", f"acme_run.py:{row(text)}").out
    assert "acme" not in shown.lower()
    assert 1 <= len(blocks(shown)) <= 2


def test_a_file_that_cannot_be_read_is_left_out(run: Run, project: Path) -> None:
    """It says nothing about the finding of another file."""
    (project / "train.py").write_text(PROGRAMS["GL202"])
    (project / "broken.py").write_bytes(b"\xff\xfe")
    outcome = run("report", f"train.py:{row(PROGRAMS['GL202'])}")
    assert outcome.status == 0
    assert "GL202" in outcome.out


def test_what_a_reduced_program_reads_is_defined(run: Run, project: Path) -> None:
    """The start of a sum and the data of a loop remain, although the analysis does not need them."""
    (project / "train.py").write_text(PROGRAMS["GL202"])
    (program,) = blocks(run("report", f"train.py:{row(PROGRAMS['GL202'])}").out)
    assert " = 0.0\n" in program
    assert "torch.randn(4, 2, 3)" in program


def test_a_reduced_program_unpacks_what_has_as_many_elements(run: Run, project: Path) -> None:
    """A variable is deleted with its value, and what a loop unpacks or counts remains: PyTorch runs the reduced program."""
    text = """\
import torch
from torch import nn

acme_net = nn.Linear(3, 1)
acme_data = torch.randn(20, 5, 3)
acme_total, acme_count = 0.0, 0
for acme_epoch in range(len(acme_data)):
    for acme_number, acme_batch in enumerate(acme_data):
        acme_loss = acme_net(acme_batch).pow(2).mean()
        acme_loss.backward()
        acme_total += acme_loss  # HERE
        acme_count += acme_number
print(acme_total, acme_count)
"""
    (project / "train.py").write_text(text)
    (program,) = blocks(run("report", f"train.py:{row(text)}").out)
    assert re.search(r"^x\d+ = 0\.0$", program, re.MULTILINE)
    pytest.importorskip("torch")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("statement", ["nonlocal", "global"])
def test_statements_that_list_texts_remain_whole(run: Run, project: Path, statement: str) -> None:
    """The names of a global or nonlocal statement are texts, not syntax nodes."""
    text = f"""\
import torch
from torch import nn

acme_net = nn.Linear(3, 1)


def acme_outer():
    {"global acme_total, acme_count" if statement == "global" else "pass"}
    acme_total, acme_count = 0.0, 0

    def acme_train(acme_batch):
        {statement} acme_total, acme_count
        acme_loss = acme_net(acme_batch).pow(2).mean()
        acme_loss.backward()
        acme_total = acme_total + acme_loss  # HERE
        acme_count += 1

    for acme_batch in torch.randn(4, 2, 3):
        acme_train(acme_batch)
    return acme_total / acme_count


acme_outer()
"""
    (project / "train.py").write_text(text)
    outcome = run("report", f"train.py:{row(text)}")
    assert outcome.status == 0, outcome.err
    assert f"{statement} x" in outcome.out


def test_lines_can_be_kept(run: Run, project: Path) -> None:
    """A reduction does not know what makes a finding wrong."""
    text = PROGRAMS["GL202"]
    (project / "train.py").write_text(text)
    place = f"train.py:{row(text)}"
    assert ".item()" not in blocks(run("report", place).out)[0]
    assert ".item()" in blocks(run("report", place, "--keep", "13-14").out)[0]


def test_a_report_is_written_to_a_file(run: Run, project: Path) -> None:
    (project / "train.py").write_text(PROGRAMS["GL501"])
    outcome = run("report", f"train.py:{row(PROGRAMS['GL501'])}", "--output-file", "issue.md")
    assert outcome.out == ""
    assert (project / "issue.md").read_text(encoding="utf-8").startswith("**Code**")


def test_a_report_replaces_an_earlier_one_and_no_other_file(run: Run, project: Path) -> None:
    (project / "train.py").write_text(PROGRAMS["GL501"])
    arguments = ("report", f"train.py:{row(PROGRAMS['GL501'])}", "--output-file", "issue.md")
    assert [run(*arguments).status, run(*arguments).status] == [0, 0]
    (project / "issue.md").write_text("notes of mine\n")
    assert run(*arguments).status == 2
    assert (project / "issue.md").read_text() == "notes of mine\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "expected one FILE:LINE, got none"),
        (["train.py"], "train.py is not FILE:LINE"),
        (["nowhere.py:3"], "nowhere.py is not a file"),
        (["train.py:1"], "train.py:1: there is no finding on this line; graphlint check --explain-silence train.py:1 says why"),
        (["train.py:9", "--code", "GL301"], "train.py:9: the line has no finding of GL301, but of GL501"),
        (["train.py:9", "--keep", "x"], "invalid value 'x' for --keep: expected LINE or LINE-LINE"),
    ],
)
def test_an_error_names_the_place_and_the_remedy(run: Run, project: Path, arguments: list[str], expected: str) -> None:
    (project / "train.py").write_text(PROGRAMS["GL501"])
    outcome = run("report", *arguments)
    assert outcome.status == 2
    assert f"error: {expected}" in outcome.err


def test_the_code_is_not_executed(run: Run, project: Path) -> None:
    text = "open('ran', 'w').close()\n" + PROGRAMS["GL202"]
    (project / "train.py").write_text(text)
    assert run("report", f"train.py:{row(text)}").status == 0
    assert not (project / "ran").exists()
