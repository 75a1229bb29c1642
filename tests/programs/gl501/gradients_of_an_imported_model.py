"""An imported model and optimizer are trained, and no gradients are reset."""

import sys
import types

import torch
from torch import nn

zoo = types.ModuleType("zoo")
exec(
    """
import torch
from torch import nn

net = nn.Linear(3, 1)
other = nn.Linear(3, 1)
encoder = nn.Linear(3, 2)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
loader = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)]
""",
    zoo.__dict__,
)
sys.modules["zoo"] = zoo
import zoo
from zoo import encoder, loader, net, optimizer


def fit():
    trained = torch.optim.SGD(net.parameters(), lr=0.1)
    for inputs, labels in loader:
        loss = nn.functional.mse_loss(net(inputs), labels)
        loss.backward()  # ! GL501
        trained.step()


def fit_head():
    head = nn.Linear(3, 1)
    trained = torch.optim.SGD([*zoo.other.parameters(), *head.parameters()], lr=0.1)
    for inputs, labels in loader:
        loss = nn.functional.mse_loss(zoo.other(inputs) + head(inputs), labels)
        loss.backward()  # ! GL501
        trained.step()


def fit_encoder():
    head = nn.Linear(2, 1)
    trained = torch.optim.SGD(head.parameters(), lr=0.1)
    for inputs, labels in loader:
        loss = nn.functional.mse_loss(head(encoder(inputs)), labels)
        loss.backward()  # ! GL501
        optimizer.step()
        trained.step()


fit()
fit_head()
fit_encoder()
