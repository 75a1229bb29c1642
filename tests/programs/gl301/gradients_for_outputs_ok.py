"""Gradients for the outputs of a network need outputs that require grad: under `no_grad`, `autograd.grad` raises."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 3)
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        embedding = self.body(x)
        return self.head(embedding), embedding


def influences(model, loader):
    model.eval()
    found = []
    for x, y in loader:
        scores, embedding = model(x)
        loss = nn.functional.cross_entropy(scores, y)
        by_score, by_embedding = torch.autograd.grad(loss, [scores, embedding])
        found.append(torch.cat([by_score, by_embedding], dim=1).norm(dim=1))
    return torch.cat(found)


batches = [(torch.randn(2, 4), torch.tensor([0, 1])) for _ in range(4)]
print(influences(Classifier(), batches).shape)
