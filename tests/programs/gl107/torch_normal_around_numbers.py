"""A draw around numbers is data: no graph leads anywhere from it."""

import torch

weight = torch.tensor([2.0], requires_grad=True)
drawn = torch.normal(0.0, 1.0, (1,))
drawn.backward()  # ! GL107
print(weight.grad)
