"""The cache holds the embeddings' values."""

import torch
import torch.nn.functional as F
from torch import nn

encoder, classifier = nn.Sequential(nn.Linear(4, 6), nn.Tanh()), nn.Linear(6, 2)
optimizer = torch.optim.Adam([*encoder.parameters(), *classifier.parameters()])
examples, labels = torch.randn(6, 4), torch.randint(0, 2, (6,))
cache = {}


def nearest(index):
    here = cache[index]
    others = [other for other in cache if other != index]
    return min(others, key=lambda other: torch.dist(here, cache[other]).item())


for index in range(6):
    embedding = encoder(examples[index])
    loss = F.cross_entropy(classifier(embedding), labels[index])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    cache[index] = embedding.detach()
print(nearest(0), nearest(5))
