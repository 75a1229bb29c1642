"""The conditions overlap: a matrix is in both groups."""

import torch
from torch import nn


class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(4, 3)
        self.scale = nn.Parameter(torch.ones(3))

    def forward(self, index):
        return self.table(index) * self.scale


def optimizer_of(model, weight_decay):
    named = {name: parameter for name, parameter in model.named_parameters()}
    decayed = [parameter for name, parameter in named.items() if parameter.dim() >= 2]
    others = [parameter for name, parameter in named.items() if parameter.dim() <= 2]
    return torch.optim.AdamW([{"params": decayed, "weight_decay": weight_decay}, {"params": others, "weight_decay": 0.0}])  # ! GL114


def main():
    model = Table()
    optimizer = optimizer_of(model, 0.1)
    for _ in range(3):
        loss = model(torch.tensor([0, 1])).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
