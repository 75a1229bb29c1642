"""A file that does not exist leaves the flag unset, and the training that follows frees each graph."""

import torch
from torch import nn


def main(path):
    model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    resumed = False
    try:
        with open(path, "rb") as file:
            model.load_state_dict(torch.load(file))
        resumed = True
    except FileNotFoundError:
        pass
    if not resumed:
        for _ in range(4):
            optimizer.zero_grad()
            loss = model(torch.randn(2, 3)).pow(2).mean()
            loss.backward()
            optimizer.step()


main("missing.pt")
