"""The gradient of an image on another dtype is read."""
import torch
from vendorlib import make_model

net = make_model(4, 1)
image = torch.rand(2, 4, requires_grad=True)
image = image.clamp(0, 1)  # <- built
score = net(image).sum()
score.backward()
saliency = image.grad.abs()  # <- raised
