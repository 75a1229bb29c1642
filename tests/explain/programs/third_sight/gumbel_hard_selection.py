"""A hard choice among experts by argmax has no gradient for the router."""
import torch
from torch import nn


class Router(nn.Module):
    def __init__(self, experts):
        super().__init__()
        self.gate = nn.Linear(4, experts)

    def forward(self, x):
        scores = self.gate(x)
        return scores.argmax(-1)  # <- detached


router = Router(3)
table = torch.randn(3, 2)
chosen = table[router(torch.randn(5, 4))]
chosen.pow(2).sum().backward()  # <- raised
