"""torch.no_grad() as a statement makes a context manager that is never entered: the loop below builds all its graphs."""

import torch
import torch.nn.functional as F
from torch import nn


def evaluate(model, batches):
    model.eval()
    torch.no_grad()  # ! GL302
    loss = 0.0
    for x, y in batches:
        loss += F.mse_loss(model(x), y).item()
    return loss / len(batches)


print(evaluate(nn.Linear(3, 1), [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)]))
