"""The instance that this file makes decides about the hook that the base class calls."""
import torch
from torch import nn

from agents import EagerAgent

agent = EagerAgent(nn.Linear(3, 1))
for _ in range(4):
    agent.update(torch.randn(4, 3))
