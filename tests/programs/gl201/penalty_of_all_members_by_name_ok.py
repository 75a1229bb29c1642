"""The weights of all members, selected by their names, are penalized once: each backward pass uses the graph of the penalty."""

import torch
from torch import nn


def fit(members, head, batches):
    selected = [value for member in members for name, value in member.named_parameters() if "weight" in name]
    penalty = nn.utils.parameters_to_vector(selected).pow(2).sum()
    optimizer = torch.optim.SGD(head.parameters(), 0.1)
    for batch in batches:
        optimizer.zero_grad()
        loss = head(batch).pow(2).mean() + penalty
        loss.backward(retain_graph=True)
        optimizer.step()


eval("fit")([nn.Linear(3, 2), nn.Linear(3, 2)], nn.Linear(3, 1), [torch.randn(4, 3) for _ in range(3)])
