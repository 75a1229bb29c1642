import torch
from torch import nn

model = nn.Linear(4, 1)
images = torch.randn(8, 4, requires_grad=True)
model(images).sum().backward()
print(images.grad)
