"""The product is taken of plain data, and becomes the leaf."""

import torch


def start(count, spread):
    return (torch.randn(count, 2) * spread).requires_grad_()


def untangle(edges, rounds):
    nodes = start(5, 0.1)
    optimizer = torch.optim.Adam([nodes], lr=0.05)
    for _ in range(rounds):
        length = (nodes[edges[:, 0]] - nodes[edges[:, 1]]).norm(dim=1)
        optimizer.zero_grad()
        (length - 1).pow(2).sum().backward()
        optimizer.step()
    return nodes.detach()


print(untangle(torch.tensor([[0, 1], [1, 2], [3, 4]]), rounds=3))
