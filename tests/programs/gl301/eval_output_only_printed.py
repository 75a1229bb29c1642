"""The argument is returned; the output of a model in evaluation mode is only printed."""

import torch
from torch import nn


def looked_at(model, wrap, inputs, known=None):
    if known is None:
        return wrap(inputs)
    training = model.training
    model.eval()
    variance = model(inputs)  # ! GL301
    model.train(training)
    print(variance.mean().item())
    return wrap(known)


torch.manual_seed(0)
weights = torch.ones(2, requires_grad=True)
for epoch in range(2):
    print(globals()["looked_at"](nn.Linear(2, 1), torch.exp, torch.randn(4, 2), weights).mean().item())
