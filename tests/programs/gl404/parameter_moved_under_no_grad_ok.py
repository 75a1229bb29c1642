"""Without grad mode, a moved parameter is itself or a copy, and both are leaves."""

import torch


def train(device, freeze):
    with torch.no_grad():
        prototypes = torch.nn.Parameter(torch.empty(4, 2).uniform_(-1, 1)).to(device)
    if not freeze:
        prototypes.requires_grad = True
    optimizer = torch.optim.AdamW([prototypes], lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        prototypes.square().sum().backward()
        with torch.no_grad():
            prototypes.grad.data = prototypes.grad.data * 2
        optimizer.step()


train(torch.device("cpu"), False)
