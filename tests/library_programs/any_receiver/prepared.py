"""Methods of an engine of unknown class: prepare returns what it gets."""

import torch


def not_reset(engine, loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model, optimizer = engine.prepare(model, optimizer)
    model = engine.unwrap_model(model)
    for x in loader:
        loss = (model(x) ** 2).sum()
        loss.backward()  # ! GL501
        optimizer.step()


def reset(engine, loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model, optimizer = engine.prepare(model, optimizer)
    model = engine.unwrap_model(model)
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
