"""The score was computed from this tensor."""

import torch
from torch import nn

model = nn.Sequential(nn.Flatten(), nn.Linear(12, 3))
image = torch.rand(1, 3, 2, 2)
image.requires_grad_()
score = model(image)[0].max()
(saliency,) = torch.autograd.grad(score, image)
print(saliency.abs().amax(dim=1))
