"""A scripted transform has nothing to train, and what it makes of pictures has no graph."""

import torch
from torch import nn


class Normalize(nn.Module):
    def __init__(self, mean, std):
        super().__init__()
        self.mean, self.std = mean, std

    def forward(self, x):
        return (x - self.mean) / self.std


def evaluate(pictures):
    transform = torch.jit.script(Normalize(0.5, 0.2))
    transform.eval()
    seen = []
    for picture in pictures:
        seen.append(transform(picture))
    return seen


print(len(evaluate(torch.rand(3, 4, 4))))
