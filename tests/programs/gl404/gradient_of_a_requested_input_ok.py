"""A backward pass computes the gradients of the requested inputs, also of a non-leaf."""

import torch

scale = torch.tensor(2.0, requires_grad=True)
features = torch.rand(3) * scale
features.pow(2).sum().backward(inputs=[features, scale])
print(features.grad, scale.grad)
