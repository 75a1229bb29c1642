"""ray: prepared objects stay what they were."""

import ray
import torch
from ray.train.torch import prepare_data_loader, prepare_model


def not_reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model = prepare_model(model)
    loader = prepare_data_loader(loader)
    for x in loader:
        loss = (model(x) ** 2).sum()
        loss.backward()  # ! GL501
        optimizer.step()


def reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model = prepare_model(model)
    loader = prepare_data_loader(loader)
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
