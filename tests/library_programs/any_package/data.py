"""Datasets and loaders that a project imports through a module of its own yield data."""

import torch
from somewhere import DataLoader, Dataset, IterableDataset, Sampler


def total_of_dataset():
    total = 0
    for x in Dataset(3):
        total += x.sum()
    print(total)


def total_of_iterabledataset():
    total = 0
    for x in IterableDataset(3):
        total += x.sum()
    print(total)


def total_of_dataloader():
    total = 0
    for x in DataLoader(3):
        total += x.sum()
    print(total)


def total_of_sampler():
    total = 0
    for x in Sampler(3):
        total += x.sum()
    print(total)


def losses_of_dataset():
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in Dataset(3):
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += loss  # ! GL202
    print(total)


def losses_of_iterabledataset():
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in IterableDataset(3):
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += loss  # ! GL202
    print(total)


def losses_of_dataloader():
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in DataLoader(3):
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += loss  # ! GL202
    print(total)


def losses_of_sampler():
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in Sampler(3):
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += loss  # ! GL202
    print(total)
