"""Fabric sets up model, optimizer and loader and runs backward in parts; the total of the epoch is a number."""

import sys
import types

import torch

lightning = types.ModuleType("lightning")
fabric_module = types.ModuleType("lightning.fabric")
exec(
    """
import contextlib
import torch

class Fabric:
    def launch(self):
        pass
    def setup(self, model, *optimizers):
        return (model, *optimizers) if optimizers else model
    def setup_dataloaders(self, *loaders):
        return loaders[0] if len(loaders) == 1 else loaders
    def backward(self, loss):
        loss.backward()
    def clip_gradients(self, model, optimizer, max_norm):
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    def no_backward_sync(self, model, enabled):
        return contextlib.nullcontext()
    def print(self, *things):
        pass
""",
    fabric_module.__dict__,
)
sys.modules["lightning"], sys.modules["lightning.fabric"] = lightning, fabric_module
from lightning.fabric import Fabric

fabric = Fabric()
fabric.launch()
model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = fabric.setup(model, optimizer)
loader = fabric.setup_dataloaders([(torch.randn(5, 4), torch.randn(5, 1)) for _ in range(4)])
for epoch in range(2):
    total = 0.0
    for number, (x, y) in enumerate(loader):
        accumulating = number % 2 == 0
        with fabric.no_backward_sync(model, enabled=accumulating):
            loss = torch.nn.functional.mse_loss(model(x), y)
            fabric.backward(loss)
        total += loss.item()
        if not accumulating:
            fabric.clip_gradients(model, optimizer, max_norm=1.0)
            optimizer.step()
            optimizer.zero_grad()
    fabric.print(total / 4)
