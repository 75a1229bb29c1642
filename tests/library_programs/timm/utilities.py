"""timm: utilities keep no graph, its layers are modules, and the Apex scaler runs backward and steps."""

import torch
from timm.layers import Mlp
from timm.utils import ApexScaler, ModelEmaV3, dispatch_clip_grad, random_seed


def passed_to_ema(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    averaged = ModelEmaV3(model)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        averaged.update(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_clip(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        dispatch_clip_grad(loss, 1.0)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_seed(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        random_seed(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def used_again(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        random_seed(loss)
        loss.backward(retain_graph=True)
        loss.pow(2).backward()
        optimizer.step()


def layer(loader):
    model = Mlp(3)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


def not_reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scaler = ApexScaler()
    model.train()
    for x in loader:
        loss = model(x).pow(2).sum()
        scaler(loss, optimizer, clip_grad=1.0, parameters=model.parameters())  # ! GL501


def reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scaler = ApexScaler()
    model.train()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        scaler(loss, optimizer, clip_grad=1.0, parameters=model.parameters())
