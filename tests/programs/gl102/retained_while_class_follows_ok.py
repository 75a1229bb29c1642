"""The graph is retained as long as another class follows: an inequality of the index shows the last iteration."""

import torch
from torch import nn
from torch.nn import functional as F


def squared_gradients(model, batches):
    squares = {name: torch.zeros_like(parameter) for name, parameter in model.named_parameters()}
    for inputs in batches:
        outputs = model(inputs)
        for label in range(outputs.shape[1]):
            loss = F.cross_entropy(outputs, torch.full((len(inputs),), label))
            model.zero_grad()
            loss.backward(retain_graph=True if label + 1 < outputs.shape[1] else False)
            for name, parameter in model.named_parameters():
                squares[name] += parameter.grad.detach() ** 2
    return squares


squared_gradients(nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 4)), [torch.randn(5, 3) for _ in range(2)])
