"""The function whose name says that it evaluates trains a probe on the features, without a graph, of an encoder."""

import torch
from torch import nn

encoder = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 4))


def evaluate_features(batches):
    probe = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(probe.parameters(), lr=0.1)
    for inputs, labels in batches:
        with torch.no_grad():
            features = encoder(inputs)
        loss = nn.functional.cross_entropy(probe(features.detach()), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


print(evaluate_features([(torch.randn(8, 6), torch.randint(2, (8,))) for _ in range(4)]))
