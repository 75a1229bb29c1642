"""The same with a plain backward: no graph is retained."""

import sys
import types

import torch
from torch import nn

devices = types.ModuleType("devices")
exec(
    """
from torch import nn

class Wrapped(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        return self.model(x)

def parallel(config, model, device):
    return Wrapped(model.to(device))
""",
    devices.__dict__,
)
sys.modules["devices"] = devices
from devices import parallel


class Trainer:
    def __init__(self, config):
        self.device = config.device
        self.model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1)).to(self.device)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def run(self, config, batches):
        self.model = parallel(config, self.model, self.device)
        self.model.train()
        for x in batches:
            loss = self.model(x).pow(2).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


hidden = eval
settings = types.SimpleNamespace(device="cpu")
hidden("Trainer")(settings).run(settings, [torch.randn(2, 3) for _ in range(4)])
