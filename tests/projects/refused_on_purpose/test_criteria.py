"""The last of these gradients is asked for to see it refused: that its graph would be kept for nobody is not said of it."""
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
