"""The best model so far is copied, with the attention map that its last call left on it."""
import copy

import torch
from torch import nn


class Pool(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query = nn.Parameter(torch.randn(width))
        self.head = nn.Linear(width, 2)
        self.attention = None

    def forward(self, x):
        self.attention = (x @ self.query).softmax(1)  # <- built
        return self.head((self.attention.unsqueeze(-1) * x).sum(1))


class EarlyStopping:
    def __init__(self, patience=2):
        self.patience, self.best, self.kept = patience, float("inf"), None

    def __call__(self, value, model):
        if value < self.best:
            self.best, self.kept = value, copy.deepcopy(model)  # <- raised
        return False


def fit(model, batches, stop):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for x in batches:
        loss = nn.functional.cross_entropy(model(x), torch.tensor([0, 1, 1]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if stop(loss.item(), model):
            break


fit(Pool(4), torch.randn(5, 3, 6, 4), EarlyStopping())
