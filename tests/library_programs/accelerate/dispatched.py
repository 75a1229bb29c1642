"""Accelerate: a dispatched model is the model, and `prepare_scheduler` returns its argument."""

import torch
from accelerate import Accelerator, dispatch_model, load_checkpoint_and_dispatch


def dispatched(loader):
    model = dispatch_model(torch.nn.Linear(3, 1))
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


def loaded(loader):
    model = load_checkpoint_and_dispatch(torch.nn.Linear(3, 1), "checkpoint")
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def loaded_without_grad(loader):
    model = load_checkpoint_and_dispatch(torch.nn.Linear(3, 1), "checkpoint")
    model.eval()
    for x in loader:
        print(model(x))


def prepared(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    accelerator = Accelerator()
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += accelerator.prepare_scheduler(loss)  # ! GL202
    print(total)


def prepared_number(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    accelerator = Accelerator()
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += accelerator.prepare_scheduler(loss.item())
    print(total)
