"""A board of unresolved code logs the loss between the reset and the step: it fills no gradients, and the step finds none."""

import torch
from torch import nn


class Board:
    def __init__(self):
        self.lines = []

    def log(self, loss, lr):
        self.lines.append((loss.item(), lr))


def fit(model, optimizer, board, batches):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        loss.backward()
        optimizer.zero_grad()  # ! GL502
        board.log(loss, optimizer.param_groups[0]["lr"])
        optimizer.step()


model, board = nn.Linear(3, 1), Board()
eval("fit")(model, torch.optim.SGD(model.parameters(), lr=0.1), board, [torch.randn(4, 3) for _ in range(3)])
print(board.lines)
