"""An ensemble of unresolved models is put into eval mode in a loop, and their votes build graphs."""

import pickle

import torch
from torch import nn

networks = pickle.loads(pickle.dumps([nn.Linear(3, 2), nn.Linear(3, 2)]))
[each.eval() for each in networks]
right = 0
if True:
    for x, y in [(torch.randn(8, 3), torch.randint(0, 2, (8,))) for _ in range(3)]:
        votes = networks[0](x)  # ! GL301
        votes = votes + networks[1](x)  # ! GL301
        right += (votes.argmax(1) == y).sum().item()
print(right)
