"""The name is bound to a new tensor that is made a leaf: the old one is no longer needed."""

import torch

place = torch.tensor([3.0, -2.0], requires_grad=True)
for _ in range(4):
    height = (place.pow(2) * torch.tensor([1.0, 4.0])).sum()
    height.backward()
    place = (place - 0.1 * place.grad).detach().requires_grad_()
print(place.tolist())
