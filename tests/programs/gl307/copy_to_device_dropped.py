"""cpu() returns a tensor and leaves its own as it is: what is stored is still where it was."""

import torch
from torch import nn

network = nn.Linear(4, 2)
network.eval()
collected = []
with torch.no_grad():
    for batch in torch.randn(3, 5, 4):
        scores = network(batch)
        scores.cpu()  # ! GL307
        collected.append(scores)
print(torch.cat(collected).shape)
