"""Each batch is changed after the model has saved it, and before the sum of all losses is backpropagated."""

import torch
from torch import nn

model = nn.Linear(4, 1)
batches = [torch.randn(8, 4) for _ in range(20)]
total = None
for inputs in batches:
    loss = model(inputs).mean()
    total = loss if total is None else total + loss
    inputs.mul_(0.5)
total.backward()  # ! GL105
