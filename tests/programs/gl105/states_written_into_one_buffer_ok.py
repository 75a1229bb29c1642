"""The levels are kept in a list and stacked: nothing is written over."""

import torch

decay = torch.rand(4, requires_grad=True)
rain = torch.randn(5, 4)
levels = [rain[0]]
for day in range(1, 5):
    levels.append(levels[-1] * decay + rain[day])
torch.stack(levels).pow(2).mean().backward()
print(decay.grad)
