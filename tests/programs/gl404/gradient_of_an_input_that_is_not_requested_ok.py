"""The backward pass computes the gradients of the scale and of the features, which it keeps."""

import torch

scale = torch.tensor(2.0, requires_grad=True)
features = torch.rand(3) * scale
features.pow(2).sum().backward(inputs=[scale, features])
print(features.grad)
