"""DeepSpeed: its optimizers own the parameters that they are given."""

import torch
from deepspeed import init_distributed
from deepspeed.ops.adam import DeepSpeedCPUAdam
from deepspeed.ops.lamb import FusedLamb


def not_reset_deepspeedcpuadam(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = DeepSpeedCPUAdam(model.parameters())
    for x in loader:
        model(x).pow(2).sum().backward()  # ! GL501
        optimizer.step()


def not_reset_fusedlamb(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = FusedLamb(model.parameters())
    for x in loader:
        model(x).pow(2).sum().backward()  # ! GL501
        optimizer.step()


def reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = FusedLamb(model.parameters())
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()


def passed_to_init_distributed(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        init_distributed(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
