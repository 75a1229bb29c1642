"""The first attempt stops early because of the number of paths: few of them reach the end, and the evaluation has no graph."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def answer(number):
    return torch.rand(1).item() > number / 10


def train():
    model.train()
    seen = []
    for part in range(3):
        for batch in range(3):
            if answer(0):
                seen.append(torch.randn(1))
            if answer(1):
                seen.append(torch.randn(2))
            if answer(2):
                seen.append(torch.randn(3))
            if answer(3):
                seen.append(torch.randn(4))
            optimizer.zero_grad()
            loss = model(torch.randn(8, 3)).pow(2).mean()
            loss.backward()
            optimizer.step()
    return seen


@torch.no_grad()
def evaluate():
    model.eval()
    total = 0.0
    for batch in range(3):
        total += model(torch.randn(8, 3)).sum().item()
    return total


for epoch in range(3):
    train()
    print(evaluate())
