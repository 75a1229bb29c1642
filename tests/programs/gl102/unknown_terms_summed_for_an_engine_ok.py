"""An engine backpropagates the terms that a function returns under names with "loss": each step computes them, and a sum of none raises."""

from types import SimpleNamespace

import torch
from torch import nn


def step(model, batch):
    return {"fit_loss": model(batch).pow(2).mean(), "size": batch.numel()}


def train(engine, model, optimizer, batches, weights):
    for batch in batches:
        loss = 0.0
        for name, term in eval("step")(model, batch).items():
            if "loss" in name:
                loss = loss + term * weights.get(name, 1.0)
        engine.backward(loss)
        optimizer.step()
        optimizer.zero_grad()


net = nn.Linear(3, 1)
engine = SimpleNamespace(backward=torch.autograd.backward)
eval("train")(engine, net, torch.optim.SGD(net.parameters(), lr=0.1), torch.randn(3, 4, 3), {"fit_loss": 0.5})
