"""The backward pass computes the gradient of the scale only: that of the features is not kept."""

import torch

scale = torch.tensor(2.0, requires_grad=True)
features = torch.rand(3) * scale
features.pow(2).sum().backward(inputs=[scale])
print(features.grad)  # ! GL404
