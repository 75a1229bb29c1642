"""Four optimizers and three kinds of weights can be chosen. What the loop uses of the learned weight has no graph."""

import types

import torch


def train(settings, model, batches):
    if settings.optimizer == "sgd":
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    elif settings.optimizer == "adam":
        optimizer = torch.optim.Adam(model.parameters())
    elif settings.optimizer == "adamw":
        optimizer = torch.optim.AdamW(model.parameters())
    else:
        optimizer = torch.optim.RMSprop(model.parameters())
    if settings.weight == "equal":
        weight = torch.ones(1)
    elif settings.weight == "learned":
        weight = torch.zeros(1, requires_grad=True).exp().detach()
    else:
        weight = torch.full((1,), 0.5, requires_grad=True)
    for batch in batches:
        optimizer.zero_grad()
        loss = (model(batch) * weight).mean()
        loss.backward()
        optimizer.step()


chosen = types.SimpleNamespace(optimizer="adam", weight="learned")
eval("train")(chosen, torch.nn.Linear(3, 1), torch.randn(4, 2, 3))
