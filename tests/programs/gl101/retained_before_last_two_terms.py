"""The last term but one frees the graph, too: its branch tests the index by a wrong inequality."""

import torch
from torch import nn


def backward_each(terms):
    for index in range(len(terms)):
        if index >= len(terms) - 2:
            terms[index].backward()  # ! GL101
        else:
            terms[index].backward(retain_graph=True)


encoder = nn.Linear(3, 4)
heads = nn.ModuleList(nn.Linear(4, 1) for _ in range(3))
optimizer = torch.optim.SGD([*encoder.parameters(), *heads.parameters()], lr=0.1)
for _ in range(2):
    features = torch.tanh(encoder(torch.randn(5, 3)))
    optimizer.zero_grad()
    backward_each([head(features).pow(2).mean() for head in heads])
    optimizer.step()
