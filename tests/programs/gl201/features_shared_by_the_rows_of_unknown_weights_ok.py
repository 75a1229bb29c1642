"""Each weight of a received list gets a penalty on the features that were computed before the loop: these need their graph again."""

import torch
from torch import nn


def fit(encoder, model, batch):
    weights = list(model.parameters())
    optimizer = torch.optim.SGD([*encoder.parameters(), *weights], lr=0.1)
    optimizer.zero_grad()
    features = encoder(batch).square()
    for weight in weights:
        penalty = features.mean() * weight.square().sum()
        penalty.backward(retain_graph=True)
    optimizer.step()


eval("fit")(nn.Linear(3, 3), nn.Linear(3, 1), torch.randn(4, 3))
