"""apex: the model and the optimizer stay what they were, and the scaled loss has the loss's graph."""

import torch
from apex import amp
from apex.parallel import DistributedDataParallel, convert_syncbn_model


def not_reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model = convert_syncbn_model(model)
    model, optimizer = amp.initialize(model, optimizer, opt_level="O1")
    model = DistributedDataParallel(model)
    for x in loader:
        loss = (model(x) ** 2).sum()
        with amp.scale_loss(loss, optimizer) as scaled:
            scaled.backward()  # ! GL501
        optimizer.step()


def reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model = convert_syncbn_model(model)
    model, optimizer = amp.initialize(model, optimizer, opt_level="O1")
    model = DistributedDataParallel(model)
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        with amp.scale_loss(loss, optimizer) as scaled:
            scaled.backward()
        optimizer.step()
