"""Few-shot evaluation adapts a copy of the weights with gradients before it measures the result under no_grad."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.func import functional_call

model = nn.Linear(3, 2)


def evaluate(tasks):
    model.eval()
    right = 0.0
    for support, query in tasks:
        weights = dict(model.named_parameters())
        for _ in range(2):
            loss = F.mse_loss(functional_call(model, weights, (support,)), support[:, :2])
            slopes = torch.autograd.grad(loss, list(weights.values()))
            weights = {name: (weight - 0.1 * slope).detach().requires_grad_() for (name, weight), slope in zip(weights.items(), slopes)}
        with torch.no_grad():
            right += F.l1_loss(functional_call(model, weights, (query,)), query[:, :2]).item()
    return right / len(tasks)


print(evaluate([(torch.randn(4, 3), torch.randn(4, 3)) for _ in range(3)]))
