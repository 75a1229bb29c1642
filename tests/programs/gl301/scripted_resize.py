"""A scripted network builds a graph in evaluation."""

import torch
from torch import nn


class Normalize(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Linear(4, 4)

    def forward(self, x):
        return self.scale(x)


def evaluate(pictures):
    transform = torch.jit.script(Normalize())
    transform.eval()
    seen = []
    for picture in pictures:
        seen.append(transform(picture))  # ! GL301
    return seen


print(len(evaluate(torch.rand(3, 4, 4))))
