"""Two options say whose loss each iteration computes: a run with neither of them fails in the first iteration."""

import torch
from torch import nn


def fit(heads, batches, optimizer, options):
    step = 0
    while step < options["steps"]:
        x, y = batches[step]
        if options["first"]:
            loss = heads[0](x, y)
        if options["second"]:
            loss = heads[1](x, y)
        loss = loss / options["scale"]
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1


def main():
    layers = [nn.Linear(4, 1), nn.Linear(4, 1)]
    heads = [lambda x, y, layer=layer: ((layer(x) - y) ** 2).mean() for layer in layers]
    optimizer = torch.optim.SGD([weight for layer in layers for weight in layer.parameters()], lr=0.1)
    batches = [(torch.randn(6, 4), torch.randn(6, 1)) for _ in range(3)]
    eval("fit")(heads, batches, optimizer, {"steps": 3, "first": False, "second": True, "scale": 2.0})


main()
