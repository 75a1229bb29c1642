"""Each step writes its state into a buffer whose earlier slice the last product has saved: one version counter for all."""

import torch

decay = torch.rand(4, requires_grad=True)
rain = torch.randn(5, 4)
levels = torch.zeros(5, 4)
levels[0] = rain[0]
for day in range(1, 5):
    levels[day] = levels[day - 1] * decay + rain[day]
levels.pow(2).mean().backward()  # ! GL105
print(decay.grad)
