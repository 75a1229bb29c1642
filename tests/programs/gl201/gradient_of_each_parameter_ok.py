"""The gradient of one loss is computed for each parameter of a module that is not known: each iteration but the last needs the graph."""

import torch
from torch import nn


def norms(model, batch):
    loss = model(batch).square().mean()
    for name, parameter in model.named_parameters():
        (gradient,) = torch.autograd.grad(loss, parameter, retain_graph=True)
        print(name, gradient.norm().item())


def norms_of_weights(model, batch):
    weights = list(model.parameters())
    loss = model(batch).square().mean()
    return [torch.autograd.grad(loss, weight, retain_graph=True)[0].norm().item() for weight in weights]


def norms_of_known_layers(batch):
    model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
    loss = model(batch).square().mean()
    for parameter in model.parameters():
        (gradient,) = torch.autograd.grad(loss, parameter, retain_graph=True)
        print(gradient.norm().item())


network = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
eval("norms")(network, torch.randn(4, 3))
eval("norms_of_weights")(network, torch.randn(4, 3))
eval("norms_of_known_layers")(torch.randn(4, 3))
