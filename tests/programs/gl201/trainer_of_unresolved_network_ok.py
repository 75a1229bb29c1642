"""The constructor receives features with a graph, of which each loss is made."""

import sys
import types

import torch
from torch import nn

zoo = types.ModuleType("zoo_of_networks")
exec(
    """
import torch
from torch import nn

class Coder(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, inputs))

    def forward(self, x):
        return self.body(x)
""",
    zoo.__dict__,
)
sys.modules["zoo_of_networks"] = zoo
from zoo_of_networks import Coder


class Trainer:
    def __init__(self, inputs, hidden, device):
        self.device = device
        self.coder = Coder(3, hidden).to(device)
        self.optimizer = torch.optim.SGD(self.coder.parameters(), lr=0.1)
        self.criterion = nn.MSELoss()
        self.inputs = inputs

    def train(self, loader):
        for x in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.coder(x.to(self.device)), self.inputs)
            loss.backward(retain_graph=True)
            self.optimizer.step()


hidden = eval
loader = [torch.randn(2, 3) for _ in range(4)]
features = torch.tanh(torch.randn(2, 3, requires_grad=True))
hidden("Trainer")(features, 4, "cpu").train(loader)
