"""Each parameter is in the group of its rows; the two conditions are written in different ways."""

import sys

import torch
from torch import nn


class Table(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.table = nn.Embedding(settings["entries"], settings["size"])
        self.scale = nn.Parameter(torch.ones(settings["size"]))

    def forward(self, index):
        return self.table(index) * self.scale


def optimizer_of(model, weight_decay, limit=3):
    named = {name: parameter for name, parameter in model.named_parameters()}
    decayed = [parameter for name, parameter in named.items() if parameter.size(0) < limit]
    others = [parameter for name, parameter in named.items() if limit <= parameter.shape[0]]
    return torch.optim.AdamW([{"params": decayed, "weight_decay": weight_decay}, {"params": others, "weight_decay": 0.0}])


def main(settings):
    model = Table(settings)
    optimizer = optimizer_of(model, 0.1)
    for _ in range(3):
        loss = model(torch.tensor([0, 1])).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main({"entries": len(sys.argv) + 2, "size": len(sys.argv) + 1})
