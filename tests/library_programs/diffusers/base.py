"""diffusers: a subclass of ModelMixin is a module."""

import torch
from diffusers import ModelMixin


class Net(ModelMixin):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x)


def passes(loader):
    net = Net()
    net.eval()
    for x in loader:
        print(net(x))  # ! GL301


def passes_without_grad(loader):
    net = Net()
    net.eval()
    with torch.no_grad():
        for x in loader:
            print(net(x))
