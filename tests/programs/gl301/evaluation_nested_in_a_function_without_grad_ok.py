"""A nested evaluation that its outer function calls through a table runs under no_grad there."""

import torch
from torch import nn


def report(model, loader):
    def evaluate(batches):
        total = 0.0
        for x in batches:
            total += model(x).mean().item()
        return total

    def show(batches):
        print(len(batches))

    model.eval()
    tasks = {"evaluate": evaluate, "show": show}
    with torch.no_grad():
        for name in sorted(tasks):
            tasks[name](loader)


report(nn.Linear(3, 1), [torch.randn(2, 3) for _ in range(3)])
