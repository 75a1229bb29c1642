"""Each step follows the backward of its iteration."""

import sys
import types

settings = types.ModuleType("settings")
exec("import torch\nfrom torch import nn, optim\nimport torch.nn.functional as F\nimport numpy as np\n", settings.__dict__)
sys.modules["settings"] = settings
from settings import *


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(3, 3)
        self.decoder = nn.Linear(3, 1)

    def forward(self, x):
        self.zero_grad()
        return F.mse_loss(self.decoder(torch.tanh(self.encoder(x))), torch.ones(2, 1))


def train_parts(batches):
    model = Net()
    encoder = torch.optim.Adam(model.encoder.parameters(), lr=0.1)
    decoder = torch.optim.Adam(model.decoder.parameters(), lr=0.1)
    for x in batches:
        loss = model(x)
        loss.backward()
        encoder.step()
        decoder.step()


def train_whole(batches):
    model = Net()
    adam = optim.Adam(model.parameters(), lr=0.1)
    for x in batches:
        loss = model(x)
        loss.backward()
        adam.step()


def train_weight(batches):
    weight = nn.Parameter(torch.randn(3, 1))
    rule = optim.SGD([weight], lr=0.1)
    for x in batches:
        loss = F.mse_loss(x @ weight, torch.ones(2, 1))
        weight.grad = None
        loss.backward()
        rule.step()


data = [torch.from_numpy(np.ones((2, 3), dtype="float32")) for _ in range(3)]
train_parts(data)
train_whole(data)
train_weight(data)
