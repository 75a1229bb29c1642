"""Fixes that do what is needed and no more, under the name that the help uses."""

from __future__ import annotations

from pathlib import Path

from marked_programs import FOLDER
from support import Run

HEAD = """\
import torch
from torch import nn

"""
RECURRENT = (
    HEAD
    + """\

class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4)

    def forward(self, x, state):
        h, state = self.lstm(x, state)
        return h, state


model = Recurrent()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
hidden = torch.zeros(1, 2, 4), torch.zeros(1, 2, 4)
for i in range(10):
    optimizer.zero_grad()
    output, hidden = model(torch.randn(5, 2, 3), hidden)
    loss = output.pow(2).mean()
    loss.backward()
    optimizer.step()
"""
)
ACCUMULATING = (
    HEAD
    + """\
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for i in range(40):
    loss = model(torch.randn(8, 3)).pow(2).mean() / 4
    optimizer.zero_grad()
    loss.backward()
    if (i + 1) % 4 == 0:
        optimizer.step()
        optimizer.zero_grad()
"""
)
PENALTY = (
    HEAD
    + """\
critic, generator = nn.Linear(3, 1), nn.Linear(2, 3)


def penalty(real, fake):
    alpha = torch.rand(len(real), 1)
    mixed = alpha * real + (1 - alpha) * fake
    scores = critic(mixed)
    (gradient,) = torch.autograd.grad(scores.sum(), mixed, create_graph=True)
    return (gradient.norm(2, 1) - 1).pow(2).mean()


optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for i in range(3):
    with torch.no_grad():
        fake = generator(torch.randn(8, 2))
    optimizer.zero_grad()
    penalty(torch.randn(8, 3), fake).backward()
    optimizer.step()
"""
)
EVALUATING = (
    HEAD
    + """\
model = nn.Linear(3, 2)
model.eval()
correct = 0
for i in range(10):
    inputs, labels = torch.randn(8, 3), torch.randint(0, 2, (8,))
    scores = model(inputs)
    correct += int((scores.argmax(1) == labels).sum())
print(correct)
"""
)


def fixed(run: Run, project: Path, text: str) -> str:
    (project / "train.py").write_text(text)
    assert "1 finding fixed" in run(".", "--isolated", "--fix", "--unsafe-fixes").out
    return (project / "train.py").read_text()


def test_the_help_names_the_state_of_the_loop_and_not_that_of_the_model(run: Run, project: Path) -> None:
    """`state` is a name of `forward`; the loop, where the fix is made, calls it `hidden`."""
    (project / "train.py").write_text(RECURRENT)
    out = run(".", "--isolated").out
    assert "Hidden state `hidden` still references" in out
    assert "help: detach `hidden` at the start of each iteration" in out
    assert "fix (unsafe): Detach `hidden` on line 19" in out


def test_a_second_reset_is_removed_where_another_follows_the_step(run: Run, project: Path) -> None:
    """Moved after the step, it would stand there twice."""
    after = fixed(run, project, ACCUMULATING)
    assert after == ACCUMULATING.replace("    optimizer.zero_grad()\n    loss.backward()", "    loss.backward()")


def test_the_only_reset_is_moved_after_the_step(run: Run, project: Path) -> None:
    """The twin: without another reset, nothing would be left."""
    once = ACCUMULATING.replace("        optimizer.zero_grad()\n", "")
    after = fixed(run, project, once)
    assert after == ACCUMULATING.replace("    optimizer.zero_grad()\n    loss.backward()", "    loss.backward()")


def test_the_input_of_a_penalty_requires_grad_where_its_name_is_bound(run: Run, project: Path) -> None:
    """Not where its last operand lost the graph, which is in another function."""
    after = fixed(run, project, PENALTY)
    assert after == PENALTY.replace("alpha * real + (1 - alpha) * fake", "(alpha * real + (1 - alpha) * fake).requires_grad_()")


def test_only_the_call_is_put_under_no_grad_and_not_the_loop(run: Run, project: Path) -> None:
    """The loop may be long, and what else it does is no matter of the finding."""
    after = fixed(run, project, EVALUATING)
    assert after == EVALUATING.replace("    scores = model(inputs)", "    with torch.no_grad():\n        scores = model(inputs)")


def test_a_loop_of_one_statement_is_put_under_no_grad_as_a_whole(run: Run, project: Path) -> None:
    """The mode is entered once."""
    start = EVALUATING.index("for i")
    loop = "for i in range(10):\n    scores.append(model(torch.randn(8, 3)).argmax(1))\n"
    before = EVALUATING[:start].replace("correct = 0", "scores = []") + loop + "print(scores)\n"
    under = "with torch.no_grad():\n" + "".join(f"    {line}\n" for line in loop.splitlines())
    assert fixed(run, project, before) == before.replace(loop, under)


def test_the_difference_says_that_there_are_unsafe_fixes(run: Run, project: Path) -> None:
    """Without a word, `--diff` looks as if there were none."""
    (project / "train.py").write_text(RECURRENT)
    shown = run(".", "--isolated", "--diff")
    assert (shown.status, shown.out, shown.err) == (0, "", "note: 0 findings would be fixed (1 with --unsafe-fixes)\n")
    assert run(".", "--isolated", "--diff", "--unsafe-fixes").err == "note: 1 finding would be fixed\n"


def test_the_samples_are_detached_and_not_the_devices_beside_them(run: Run, project: Path) -> None:
    """Neither is the module, nor the input in the discriminator's `forward`, which the generator's loss needs."""
    before = (FOLDER / "gl308" / "loss_on_devices_of_options.py").read_text(encoding="utf-8")
    start = before.index("self.fake", before.index("def train_discriminator")) + len("self.fake")
    assert fixed(run, project, before) == f"{before[:start]}.detach(){before[start:]}"


def test_a_target_network_is_frozen_although_its_output_is_added(run: Run, project: Path) -> None:
    """The square joins both networks: no term of the loss depends on the target network alone."""
    before = HEAD + (
        "policy, target = nn.Linear(3, 1), nn.Linear(3, 1)\n"
        "optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)\n"
        "for i in range(4):\n"
        "    inputs = torch.randn(8, 3)\n"
        "    loss = (1 + 0.9 * target(inputs) - policy(inputs)).pow(2).mean()\n"
        "    optimizer.zero_grad()\n"
        "    loss.backward()\n"
        "    optimizer.step()\n"
    )
    line = "target = nn.Linear(3, 1), nn.Linear(3, 1)\n"
    assert fixed(run, project, before) == before.replace(line, f"{line}target.requires_grad_(False)\n")


TWO_MODELS = (
    HEAD
    + """\
student, teacher = nn.Linear(3, 2), nn.Linear(3, 2)
student.eval()
teacher.eval()
agreed = 0
for i in range(10):
    inputs = torch.randn(8, 3)
    first = student(inputs).argmax(1)
    labels = torch.randint(0, 2, (8,))
    second = teacher(inputs).argmax(1)
    agreed += int(((first == second) & (first == labels)).sum())
print(agreed)
"""
)


def test_one_block_covers_the_evaluations_of_two_models(run: Run, project: Path) -> None:
    """Not one for each: the mode is entered once, and nothing between them needs a graph."""
    calls = TWO_MODELS[TWO_MODELS.index("    first") : TWO_MODELS.index("    agreed")]
    under = "    with torch.no_grad():\n" + "".join(f"    {line}\n" for line in calls.splitlines())
    assert fixed(run, project, TWO_MODELS) == TWO_MODELS.replace(calls, under)


def test_code_between_two_evaluations_that_may_need_a_graph_is_not_covered(run: Run, project: Path) -> None:
    """The twin: `adapt` may train."""
    before = TWO_MODELS.replace("labels = torch.randint(0, 2, (8,))", "labels = adapt(inputs)").replace(
        "import nn\n", "import nn\nfrom adaptation import adapt\n"
    )
    (project / "train.py").write_text(before)
    run(".", "--isolated", "--fix", "--unsafe-fixes")
    after = (project / "train.py").read_text()
    assert "\n    labels = adapt(inputs)\n" in after
    assert after.count("with torch.no_grad():\n") == 2
