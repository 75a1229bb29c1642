"""What findings say beyond their code and their place: which module it is, and how much is kept."""

from __future__ import annotations

from graphlint import Settings, check_source

SUMMED = """\
import torch
from torch import nn

model = nn.Linear(3, 3)
total = error = 0.0
for inputs in torch.randn(4, 2, 3):
    outputs = model(inputs)
    loss = (outputs - inputs).pow(2).mean()
    loss.backward()
    total = total + loss / 4
    error = error + (outputs - inputs).abs().mean()
print(total, error)
"""

TWO_MODELS = """\
import torch
from torch import nn


def slopes(model):
    for number in range(2):
        print(model(torch.randn(4, 2)).mean().item())


slopes(nn.Linear(2, 2))
norm = nn.BatchNorm1d(2)
norm.eval()
slopes(norm)
"""


def messages(text: str, code: str) -> list[str]:
    """What the findings of a rule say, in order."""
    return [found.message for found in check_source(text, settings=Settings(), fixes=False).diagnostics if found.code == code]


def test_a_sum_keeps_what_no_backward_has_walked() -> None:
    """Of the loss that was walked only nodes are left; a metric beside it keeps what its own operations have saved."""
    of_the_loss, of_the_metric = messages(SUMMED, "GL202")
    assert "backward has freed its activations" in of_the_loss
    assert "the activations of the part that no backward walks" in of_the_metric


def test_a_call_is_of_the_module_that_is_in_evaluation() -> None:
    """The helper is first called with another, which is in training mode."""
    (message,) = messages(TWO_MODELS, "GL301")
    assert "this call of BatchNorm1d in evaluation" in message
