"""The loop ends as soon as its one backward has run, so that there is no second one."""

import torch
from torch import nn

layer = nn.Linear(4, 1)
outputs = layer(torch.randn(6, 4)).squeeze(1)
for output in outputs:
    if output.item() > -1e6:
        outputs.pow(2).mean().backward()
        break
print(layer.weight.grad)
