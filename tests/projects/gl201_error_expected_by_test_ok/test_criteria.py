"""The test expects the last gradient to raise: its retain_graph=True is not reported."""
import pytest
import torch
from criteria import Separate
from torch import nn


def test_each_loss_trains_its_own_part():
    actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
    losses = Separate(actor, critic)(torch.randn(4, 3))
    torch.autograd.grad(losses["actor"], list(actor.parameters()), retain_graph=True)
    with pytest.raises(RuntimeError):
        torch.autograd.grad(losses["actor"], list(critic.parameters()), retain_graph=True)
