"""A draw around numbers is data, and times a weight it has the graph of the product."""

import torch

weight = torch.tensor([2.0], requires_grad=True)
drawn = torch.normal(0.0, 1.0, (1,)) * weight
drawn.backward()
print(weight.grad)
