"""The votes of an unresolved ensemble are counted without grad mode."""

import pickle

import torch
from torch import nn

networks = pickle.loads(pickle.dumps([nn.Linear(3, 2), nn.Linear(3, 2)]))
[each.eval() for each in networks]
right = 0
with torch.no_grad():
    for x, y in [(torch.randn(8, 3), torch.randint(0, 2, (8,))) for _ in range(3)]:
        votes = networks[0](x)
        votes = votes + networks[1](x)
        right += (votes.argmax(1) == y).sum().item()
print(right)
