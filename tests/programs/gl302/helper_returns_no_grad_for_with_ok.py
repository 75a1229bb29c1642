"""The helper returns the context manager that its caller enters."""

import torch
from torch import nn


def quiet(inference):
    return torch.inference_mode() if inference else torch.no_grad()


def validate(model, batches, inference):
    model.eval()
    kept = []
    with quiet(inference):
        for batch in batches:
            kept.append(model(batch))
    return len(kept)


model = nn.Linear(2, 2)
print(validate(model, torch.randn(3, 4, 2), True), validate(model, torch.randn(3, 4, 2), False))
