"""Both losses of a library may share a trunk, and how many gradients the first one makes is unknown: the second backward succeeds."""

import sys
import types

import torch
from torch import nn

library = types.ModuleType("losses_to_go")
exec(
    """
import torch

class TwoLosses(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk, self.policy, self.value = (torch.nn.Linear(3, 3) for _ in range(3))
    def forward(self, batch):
        seen = self.trunk(batch).tanh()
        return {"policy": self.policy(seen).pow(2).mean(), "value": self.value(seen).pow(2).mean()}

def distances(near, far):
    both = near.exp()
    return both.sum(), (both * far).sum()
""",
    library.__dict__,
)
sys.modules["losses_to_go"] = library
from losses_to_go import TwoLosses, distances


def test_gradients_of_each_loss():
    objective = TwoLosses()
    losses = objective(torch.randn(5, 3))
    losses["policy"].backward(retain_graph=True)
    counter = 0
    for name, p in objective.named_parameters():
        if p.grad is not None and p.grad.norm() > 0:
            counter += 1
            assert "value" not in name
        if p.grad is None:
            assert "value" in name
    assert counter == 4
    losses["value"].backward()


def test_number_of_parameters():
    objective = TwoLosses()
    losses = objective(torch.randn(5, 3))
    losses["policy"].backward(retain_graph=True)
    assert len(list(objective.parameters())) == 6
    losses["value"].backward()


def test_number_of_batches():
    objective = TwoLosses()
    total, seen = 0, 0
    for batch in torch.randn(9, 5, 3):
        losses = objective(batch)
        total = total + losses["policy"] + losses["value"]
        seen += 1
    (total / 9).backward(retain_graph=True)
    if seen == 9:
        total.backward()


def test_gradient_that_is_missing():
    near, far = torch.randn(3, requires_grad=True), torch.randn(3, requires_grad=True)
    first, second = distances(near, far)
    first.backward(retain_graph=True)
    assert far.grad is None
    assert near.grad is not None
    second.backward()


test_gradients_of_each_loss()
test_number_of_parameters()
test_number_of_batches()
test_gradient_that_is_missing()
