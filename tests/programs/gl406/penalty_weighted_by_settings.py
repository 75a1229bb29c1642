"""The penalty on the gradients of each environment is a constant, whatever weight the settings give it."""

import sys
import types

import torch
from torch import nn
from torch.nn import functional

library = types.ModuleType("run_settings")
exec('settings = {"lr": 0.01, "penalty": 5.0}', library.__dict__)
sys.modules["run_settings"] = library
from run_settings import settings


class Aligned(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.settings = settings
        self.network = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3))
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=settings["lr"])

    def update(self, environments):
        total = 0
        gradients = []
        for points, labels in environments:
            loss = functional.cross_entropy(self.network(points), labels)
            total = total + loss
            gradients.append(torch.autograd.grad(loss, self.network.parameters(), retain_graph=True))
        mean = total / len(environments)
        average = torch.autograd.grad(mean, self.network.parameters(), retain_graph=True)
        penalty = 0
        for gradient in gradients:
            for one, other in zip(gradient, average):
                penalty += (one - other).square().sum()
        self.optimizer.zero_grad()
        (mean + self.settings["penalty"] * penalty).backward()  # ! GL406
        self.optimizer.step()
        return {"loss": mean.item(), "penalty": penalty.item()}


torch.manual_seed(0)
algorithm = Aligned(settings)
data = [(torch.randn(6, 4), torch.randint(3, (6,))) for _ in range(2)]
for _ in range(3):
    print(algorithm.update(data))
