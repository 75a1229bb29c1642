"""The samples that are left are selected, and the outputs of those that are done are joined with their graphs, which no backward uses."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 3)
data = torch.randn(16, 4)
control = torch.arange(16) % 8
done = torch.zeros(0, 3)

for step in range(6):
    inputs = data.clone().requires_grad_()
    outputs = model(inputs)
    outputs.square().sum().backward()
    keep = (control > step).nonzero().flatten().tolist()
    over = (control <= step).nonzero().flatten().tolist()
    done = torch.cat((done, outputs[over].exp()))  # ! GL202
    control = control[keep]
    data = (data + 0.1 * inputs.grad.sign())[keep]
print(len(data), done.shape)
