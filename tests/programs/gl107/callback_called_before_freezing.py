"""The model is frozen before another library receives the function that backpropagates through it."""

import sys
import types

import torch
from torch import nn

library = types.ModuleType("calibrate")
exec("def calibrate(model, step):\n    for _ in range(2):\n        step()\n    return len(list(model.parameters()))", library.__dict__)
sys.modules["calibrate"] = library
from calibrate import calibrate


def prepare():
    model = nn.Sequential(nn.Linear(10, 10))

    def step():
        for _ in range(4):
            loss = model(torch.randn(2, 10)).sum()
            model.zero_grad()
            loss.backward()  # ! GL107

    for p in model.parameters():
        p.requires_grad = False
    print(calibrate(model, step))
    return model


if __name__ == "__main__":
    print(prepare())
