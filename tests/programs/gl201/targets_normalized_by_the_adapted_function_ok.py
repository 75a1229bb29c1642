"""A function normalizes targets that its caller computes with another model, with a graph: each step needs the retained graph."""

import torch
from torch import nn


def adapt(model, x, optimizer, config, target):
    target = nn.Softmax(dim=1)(target.to(x.device))
    for _ in range(config["steps"]):
        output = nn.Softmax(dim=1)(model(x))
        loss = -(target * output.log()).sum()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
    return output


def train(layer, teacher, config, batches):
    model = nn.Sequential(layer, nn.Tanh(), nn.Linear(3, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    tuner = torch.optim.SGD(teacher.parameters(), lr=0.1)
    for x in batches:
        target = teacher(x)
        tuner.zero_grad()
        adapt(model, x, optimizer, config, target)
        tuner.step()


eval("train")(nn.Linear(3, 3), nn.Linear(3, 2), {"steps": 2}, [torch.randn(2, 3) for _ in range(4)])
