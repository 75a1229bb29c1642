"""Methods of an accelerator of unknown class return what they get."""

import torch


def summed_after_prepare_model(loader, accelerator):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += accelerator.prepare_model(loss)  # ! GL202
    print(total)


def summed_after_prepare_optimizer(loader, accelerator):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += accelerator.prepare_optimizer(loss)  # ! GL202
    print(total)


def summed_after_setup(loader, accelerator):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += accelerator.setup(loss)  # ! GL202
    print(total)


def summed_after_setup_module(loader, accelerator):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += accelerator.setup_module(loss)  # ! GL202
    print(total)


def summed_after_setup_optimizers(loader, accelerator):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += accelerator.setup_optimizers(loss)  # ! GL202
    print(total)


def summed_after_gather_for_metrics(loader, accelerator):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += accelerator.gather_for_metrics(loss)  # ! GL202
    print(total)


def summed_number(loader, accelerator):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += accelerator.gather_for_metrics(loss.detach())
    print(total)
