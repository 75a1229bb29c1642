"""A received network returns a pair, and `autograd.grad` returns the gradients for one of its items: it must require grad."""

import torch


def margins(model, criterion, loader):
    model.eval()
    total = 0.0
    for x, y in loader:
        scores, _ = model(x)
        loss = criterion(scores, y)
        with torch.no_grad():
            (gradient,) = torch.autograd.grad(loss, [scores])
        total += gradient.norm().item()
    return total
