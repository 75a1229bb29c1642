"""A model of another file is created and moved in one expression; evaluation without no_grad records its graph."""

import torch
from critic import Critic


def evaluate(batches):
    model = Critic(4).to("cpu").eval()
    total = 0.0
    for batch in batches:
        scores = model(batch)  # ! GL301
        total += scores.mean().item()
    return total


print(evaluate([torch.randn(3, 4) for _ in range(2)]))
