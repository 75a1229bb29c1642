"""The context manager is entered."""

import torch
import torch.nn.functional as F
from torch import nn


def evaluate(model, batches):
    model.eval()
    loss = 0.0
    with torch.no_grad():
        for x, y in batches:
            loss += F.mse_loss(model(x), y).item()
    return loss / len(batches)


print(evaluate(nn.Linear(3, 1), [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)]))
