"""Each batch is another leaf: it does not require grad yet when it is changed."""

import torch
from torch import nn

model = nn.Linear(4, 1)
batches = [torch.randn(8, 4) for _ in range(20)]
for inputs in batches:
    inputs.mul_(0.5)
    inputs.requires_grad_()
    model(inputs).sum().backward()
    print(float(inputs.grad.norm()))
