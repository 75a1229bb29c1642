# One of the classes computes a gradient in its forward pass and fails under no_grad.
import os

import torch
from torch import nn


class Direct(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 2)

    def forward(self, x):
        return self.net(x)


class Potential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))

    def forward(self, x):
        x = x.requires_grad_(True)
        return torch.autograd.grad(self.net(x).sum(), x, create_graph=True)[0]


MODELS = {"direct": Direct, "potential": Potential}


def build(name):
    return MODELS[name]()


def main(name):
    model = build(name)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(4):
        model.train()
        for _ in range(4):
            loss = nn.functional.mse_loss(model(torch.randn(4, 2)), torch.randn(4, 2))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        total = 0.0
        for _ in range(4):
            total += nn.functional.mse_loss(model(torch.randn(4, 2)), torch.randn(4, 2)).item()
        print(total)


main(os.environ.get("MODEL", "potential"))
