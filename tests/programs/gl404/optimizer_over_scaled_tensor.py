"""The optimizer is given the product of a leaf and a number, and refuses a tensor that is not a leaf."""

import torch


def start(count, spread):
    return torch.randn(count, 2, requires_grad=True) * spread


def untangle(edges, rounds):
    nodes = start(5, 0.1)
    optimizer = torch.optim.Adam([nodes], lr=0.05)  # ! GL404
    for _ in range(rounds):
        length = (nodes[edges[:, 0]] - nodes[edges[:, 1]]).norm(dim=1)
        optimizer.zero_grad()
        (length - 1).pow(2).sum().backward()
        optimizer.step()
    return nodes.detach()


print(untangle(torch.tensor([[0, 1], [1, 2], [3, 4]]), rounds=3))
