"""The optimizer trains the head only, the features are frozen, and an evaluation calls the whole network without a graph between the epochs."""

import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(5, 8), nn.ReLU())
        self.head = nn.Linear(8, 3)

    def forward(self, inputs):
        return self.head(self.features(inputs))


def accuracy(tagger, inputs, labels):
    tagger.eval()
    with torch.no_grad():
        found = (tagger(inputs).argmax(1) == labels).float().mean().item()
    tagger.train()
    return found


tagger = Tagger()
tagger.features.requires_grad_(False)
optimizer = torch.optim.Adam(tagger.head.parameters(), lr=1e-2)
inputs, labels = torch.randn(12, 5), torch.randint(3, (12,))
for epoch in range(2):
    for part, target in zip(inputs.split(4), labels.split(4), strict=True):
        optimizer.zero_grad()
        nn.functional.cross_entropy(tagger(part), target).backward()
        optimizer.step()
    print(epoch, accuracy(tagger, inputs, labels))
