# One of the classes differentiates its output in the forward pass, which needs grad mode.
import os

import torch
from torch import nn


class Direct(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 2)

    def forward(self, x):
        return self.net(x)


class Hamiltonian(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))

    def forward(self, x):
        x = x.requires_grad_(True)
        return torch.autograd.grad(self.net(x).sum(), x, create_graph=True)[0]


MODELS = {"direct": Direct, "hamiltonian": Hamiltonian}


def simulate(model, state, steps):
    states = []
    for _ in range(steps):
        change = model(state.clone()).detach()
        state = state + 0.1 * change
        states.append(state)
    return torch.stack(states).numpy()


model = MODELS[os.environ.get("MODEL", "hamiltonian")]()
model.train()
print(simulate(model, torch.randn(4, 2), 5))
