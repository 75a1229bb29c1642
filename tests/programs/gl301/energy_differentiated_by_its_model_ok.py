"""A sampler enables grad mode for its model: the forward pass of the model that it receives may compute a gradient."""

import torch
from torch import nn


class Energy(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))

    def forward(self, values):
        values.requires_grad_(True)
        return torch.autograd.grad(self.layers(values).sum(), values, create_graph=True)[0]


class Sampler(nn.Module):
    def __init__(self, model, steps):
        super().__init__()
        self.model = model
        self.steps = steps

    def predict(self, values):
        with torch.enable_grad():
            change = self.model(values)
        return (values - 0.1 * change).clamp(-1, 1)

    @torch.no_grad()
    def sample(self, count):
        self.model.eval()
        values = torch.randn(count, 3)
        for _ in range(self.steps):
            values = self.predict(values)
        return values


sampler = eval("Sampler")(Energy(), 3)
print(sampler.sample(2).shape)
