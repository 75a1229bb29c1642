"""The optimizer of the adapter never finds a gradient: the features come from a model under no_grad."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

backbone = nn.Sequential(nn.Linear(5, 6), nn.Tanh()).eval()
adapter, classifier = nn.Sequential(nn.Linear(6, 6), nn.ReLU()), nn.Linear(6, 2)
adapter_optimizer = torch.optim.Adam(adapter.parameters(), lr=1e-3)
classifier_optimizer = torch.optim.SGD(classifier.parameters(), lr=1e-2)


def train_step(inputs, labels):
    with torch.no_grad():
        features = backbone(inputs)
    adapted = checkpoint(adapter, features, use_reentrant=True)  # ! GL601
    loss = nn.functional.cross_entropy(classifier(adapted), labels)
    adapter_optimizer.zero_grad()
    classifier_optimizer.zero_grad()
    loss.backward()
    adapter_optimizer.step()
    classifier_optimizer.step()
    return loss.item()


print(sum(train_step(torch.randn(4, 5), torch.randint(2, (4,))) for _ in range(3)))
