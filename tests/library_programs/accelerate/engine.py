"""Accelerate: backward frees the graph unless it retains it, and prepared objects are those that were given."""

import torch
from accelerate import Accelerator


def twice(loader):
    accelerator = Accelerator()
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for batch in loader:
        with accelerator.accumulate(model), accelerator.autocast():
            loss = (model(batch) ** 2).sum()
            accelerator.backward(loss)
            accelerator.backward(loss)  # ! GL101
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


def twice_retained(loader):
    accelerator = Accelerator()
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for batch in loader:
        loss = (model(batch) ** 2).sum()
        accelerator.backward(loss, retain_graph=True)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()


def not_reset(loader):
    accelerator = Accelerator()
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for batch in loader:
        with accelerator.no_sync(model):
            loss = (model(batch) ** 2).sum()
            accelerator.backward(loss)  # ! GL501
        if accelerator.sync_gradients:
            accelerator.clip_grad_value_(model.parameters(), 1.0)
        optimizer.step()
        accelerator.wait_for_everyone()


def reset(loader):
    accelerator = Accelerator()
    model = accelerator.prepare_model(torch.nn.Linear(3, 1))
    optimizer = accelerator.prepare_optimizer(torch.optim.SGD(model.parameters(), 0.1))
    loader = accelerator.prepare_data_loader(loader)
    for batch in loader:
        loss = (model(batch) ** 2).sum()
        optimizer.zero_grad()
        accelerator.backward(loss)
        optimizer.step()
        accelerator.log({"loss": loss})


def gathered_losses(loader):
    accelerator = Accelerator()
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    total = 0
    for batch in loader:
        optimizer.zero_grad()
        loss = (model(batch) ** 2).sum()
        accelerator.backward(loss)
        optimizer.step()
        total += accelerator.gather_for_metrics(loss)  # ! GL202
    print(total)


def gathered_losses_without_grad(loader):
    accelerator = Accelerator()
    model, loader = accelerator.prepare(torch.nn.Linear(3, 1), loader)
    accelerator.unwrap_model(model).eval()
    losses = []
    with torch.no_grad():
        for batch in loader:
            loss = (model(batch) ** 2).sum()
            losses.append(accelerator.gather(loss))
    return losses
