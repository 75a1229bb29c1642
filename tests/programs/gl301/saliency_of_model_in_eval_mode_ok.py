"""The model is in evaluation mode and its graph is backpropagated on purpose: the gradient of the input is the result."""

import torch
from torch import nn

model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(32, 3))
model.eval()
maps = []
for image in torch.rand(3, 1, 1, 6, 6):
    image.requires_grad_()
    scores = model(image)
    scores[0, scores.argmax()].backward()
    maps.append(image.grad.abs().amax(dim=1))
print(torch.cat(maps).shape)
