"""An engine backpropagates the sum of the terms of a loss, one of which was computed before the loop."""

from types import SimpleNamespace

import torch
from torch import nn


def train(engine, model, optimizer, batches, weights):
    penalty = sum(p.pow(2).sum() for p in model.parameters())
    for batch in batches:
        terms = {"fit_loss": model(batch).pow(2).mean(), "norm_loss": penalty, "size": batch.numel()}
        loss = 0.0
        for name, term in terms.items():
            if "loss" in name and weights[name] != 0.0:
                loss = loss + weights[name] * term
        engine.backward(loss)  # ! GL102
        optimizer.step()
        optimizer.zero_grad()


net = nn.Linear(3, 1)
engine = SimpleNamespace(backward=torch.autograd.backward)
eval("train")(engine, net, torch.optim.SGD(net.parameters(), lr=0.1), torch.randn(3, 4, 3), {"fit_loss": 1.0, "norm_loss": 0.5})
