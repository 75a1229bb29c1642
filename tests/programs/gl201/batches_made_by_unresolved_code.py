"""Data comes from a file, and through an object that unresolved code makes from settings: none of it has a graph."""

import io
import sys
import types

import torch
from torch import nn

devices = types.ModuleType("devices")
exec(
    """
class Schedule:
    def __init__(self, scale):
        self.scale = scale

    def noisy(self, x):
        return x + self.scale


def schedule(settings):
    return Schedule(settings.get("scale", 0.1))
""",
    devices.__dict__,
)
sys.modules["devices"] = devices
from devices import schedule


def train_on_file(model, optimizer, file, options):
    length = options.length
    data = torch.load(file).to("cpu").view(-1)
    data = data[: data.numel() // length * length].view(data.numel() // length, length)
    for _ in range(4):
        x = data[torch.randint(0, data.shape[0], (2,))]
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def train_with_noise(model, optimizer, config, loader):
    noise = schedule(config.get("noise", {}))
    for x in loader:
        loss = model(noise.noisy(x)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


hidden = eval
network = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
sgd = torch.optim.SGD(network.parameters(), lr=0.1)
file = io.BytesIO()
torch.save(torch.randn(4, 6), file)
file.seek(0)
batches = [torch.randn(2, 3) for _ in range(4)]
hidden("train_on_file")(network, sgd, file, types.SimpleNamespace(length=3))
hidden("train_with_noise")(network, sgd, {}, batches)
