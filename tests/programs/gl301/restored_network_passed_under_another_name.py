"""Unresolved code restores the network; only the function that evaluates it shows, under a name of its own, that it is a module."""

import torch
from torch import nn


def restore():
    return nn.Sequential(nn.Linear(3, 8), nn.Dropout(0.5), nn.Linear(8, 2))


def predict(classifier, batches):
    classifier.eval()
    return [classifier(batch).argmax(1).tolist() for batch in batches]  # ! GL301


restored = eval("restore")()
print(predict(restored, [torch.randn(4, 3) for _ in range(3)]))
