"""The output is copied into a new tensor: the clip and the step find no gradient, since the graph is lost."""

import torch
from torch import nn


def fit(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        logits = torch.tensor(model(x), requires_grad=True)  # ! GL401
        loss = logits.mean()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


def fit_head(batches):
    body, head = nn.Linear(4, 3), nn.Linear(3, 1)
    optimizer = torch.optim.SGD(body.parameters(), lr=0.1)
    for x in batches:
        loss = head(torch.tensor(body(x).tolist(), requires_grad=True)).pow(2).mean()  # ! GL401
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(body.parameters(), 1.0)
        optimizer.step()


fit(nn.Linear(4, 1), [torch.randn(5, 4) for _ in range(4)])
fit_head([torch.randn(5, 4) for _ in range(4)])
