"""The losses are kept with their graphs, and the validation builds graphs, until a tensor does not fit."""
import torch
from torch import nn


class History:
    def __init__(self):
        self.losses = []

    def add(self, loss):
        self.losses.append(loss)  # <- other


def validate(model, batches):
    model.eval()
    total = 0.0
    for x in batches:
        total += model(x).mean().item()  # <- other
    return total


def main():
    model, history = nn.Linear(3, 1), History()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        model.train()
        for x in torch.randn(4, 8, 3):
            optimizer.zero_grad()
            loss = model(x).pow(2).mean()
            loss.backward()
            optimizer.step()
            history.add(loss)
        print(validate(model, torch.randn(2, 8, 3)))
        if epoch:
            torch.zeros(1 << 48)  # <- raised


main()
