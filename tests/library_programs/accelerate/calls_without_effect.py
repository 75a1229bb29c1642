"""Accelerate: what prints, saves and tracks keeps no graph."""

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed


def passed_to_print(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    accelerator = Accelerator()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        accelerator.print(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_save(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    accelerator = Accelerator()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        accelerator.save(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_save_state(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    accelerator = Accelerator()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        accelerator.save_state(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_init_trackers(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    accelerator = Accelerator()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        accelerator.init_trackers(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_end_training(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    accelerator = Accelerator()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        accelerator.end_training(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_set_seed(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        set_seed(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def used_again(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    accelerator = Accelerator()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        accelerator.print(loss)
        loss.backward(retain_graph=True)
        loss.pow(2).backward()
        optimizer.step()
