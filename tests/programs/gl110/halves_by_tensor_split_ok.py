"""The outputs of tensor_split are slices, and those of unsafe_chunk new tensors: both may be changed in place."""

import torch
from torch import nn

model = nn.Linear(3, 6)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
first, second = model(torch.randn(4, 3)).tensor_split(2, dim=1)
first += 1
left, right = model(torch.randn(4, 3)).unsafe_chunk(2, dim=1)
left.mul_(2)
(first.sum() + second.sum() + left.sum() + right.sum()).backward()
optimizer.step()
