"""`.grad` is data: a penalty on it has no graph unless the backward pass creates one."""

import torch

weight = torch.ones(3, requires_grad=True)
inputs = torch.tensor([1.0, 2.0, 3.0])

loss = ((weight * inputs).sum() - 1) ** 2
loss.backward()
penalty = weight.grad.norm()
penalty.backward()  # ! GL107
