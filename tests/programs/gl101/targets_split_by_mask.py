"""The parts of the targets are counted by a helper; none are empty as long as they do not add up to all of them."""

import torch
from torch import nn


class Split(nn.Module):
    def __init__(self, bounds):
        super().__init__()
        self.bounds = [0] + bounds + [1000]
        self.parts = len(self.bounds) - 1

    def split(self, hidden, targets):
        found = []
        for index in range(self.parts):
            if sum(len(item) for item in found) == len(targets):
                found.append([])
                continue
            inside = (targets >= self.bounds[index]) & (targets < self.bounds[index + 1])
            found.append(hidden.masked_select(inside.unsqueeze(1)).view(-1, hidden.size(1)))
        return found

    def forward(self, hidden, targets):
        found = self.split(hidden, targets)
        return torch.cat([found[index] for index in range(self.parts) if len(found[index])]).pow(2).mean()


embedding = nn.Embedding(8, 4)
criterion = Split([4])
for _ in range(2):
    loss = criterion(embedding(torch.randint(8, (10,))), torch.randint(8, (10,)))
    loss.backward()
    loss.backward()  # ! GL101
