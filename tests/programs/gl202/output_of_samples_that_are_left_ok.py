"""An attack selects the samples that are not yet misclassified: their output was computed once, and each iteration keeps a part of it."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 3)
data = torch.randn(16, 4)
outputs = model(data)
control = torch.arange(16) % 4

for step in range(3):
    inputs = data.clone().requires_grad_()
    model(inputs).square().sum().backward()
    keep = (control > step).nonzero().flatten().tolist()
    control = control[keep]
    data = (data + 0.1 * inputs.grad.sign())[keep]
    outputs = outputs[keep]
outputs.square().sum().backward()
print(len(data))
