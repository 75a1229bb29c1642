"""Each segment's memory enters the next one without its graph."""

import torch
from torch import nn


class Compressive(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.write, self.read = nn.Linear(size, size), nn.Linear(size, size)
        self.matrix, self.total = torch.zeros(size, size), torch.zeros(size)

    def forward(self, segment):
        key = torch.sigmoid(self.write(segment))
        self.matrix = self.matrix.detach() + key.t() @ segment
        self.total = self.total.detach() + key.sum(dim=0)
        query = torch.sigmoid(self.read(segment))
        return (query @ self.matrix) / (query @ self.total).unsqueeze(1)


def gradients(model, segments):
    model.zero_grad()
    for segment in segments:
        loss = (model(segment) - segment).pow(2).mean()
        loss.backward()
    return [parameter.grad.norm().item() for parameter in model.parameters()]


print(gradients(Compressive(3), torch.rand(5, 4, 3)))
