"""`model` is a class until it is called: the instance has parameters that are leaves."""

import torch
from torch import nn


def fit(models, name, batches):
    model = models[name]
    model = model(3, 1)
    model = model.to("cpu")
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    for inputs in batches:
        loss = model(inputs).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


fit(globals()["nn"].__dict__, "Linear", torch.randn(3, 4, 3))
