"""ignite: the adapted model and optimizer stay what they were."""

import ignite.distributed as idist
import torch


def not_reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model = idist.auto_model(model)
    optimizer = idist.auto_optim(optimizer)
    for x in loader:
        loss = (model(x) ** 2).sum()
        loss.backward()  # ! GL501
        optimizer.step()


def reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model = idist.auto_model(model)
    optimizer = idist.auto_optim(optimizer)
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
