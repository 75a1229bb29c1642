"""A cell whose parameters may be frozen receives the state of the batch before; the first state is learned."""

import torch
from torch import nn


def train(net: nn.GRUCell, loader, tunes):
    state = first = nn.Parameter(torch.zeros(4, 8))
    for parameter in net.parameters():
        parameter.requires_grad_(tunes)
    head = nn.Linear(8, 2)
    optimizer = torch.optim.SGD([first, *net.parameters(), *head.parameters()], lr=0.1)
    for x, y in loader:
        state = net(x, state)
        loss = nn.functional.cross_entropy(head(state), y)
        optimizer.zero_grad()
        loss.backward()  # ! GL103
        optimizer.step()


eval("train")(nn.GRUCell(3, 8), [(torch.randn(4, 3), torch.tensor([0, 1, 0, 1]))] * 3, True)
