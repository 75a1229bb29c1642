"""The models of an unresolved dict are put into eval mode key by key, and their graphs are built for an accuracy."""

import pickle

import torch
from torch import nn

models = pickle.loads(pickle.dumps({"encoder": nn.Linear(3, 4), "head": nn.Linear(4, 2)}))
for name in models:
    models[name].eval()
right = 0
if True:
    for x, y in [(torch.randn(8, 3), torch.randint(0, 2, (8,))) for _ in range(3)]:
        features = models["encoder"](x)  # ! GL301
        right += (models["head"](features).argmax(1) == y).sum().item()
print(right)
