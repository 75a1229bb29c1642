"""The whole model is frozen before the training."""
import torch
from torch import nn

model = nn.Linear(4, 1)
model.requires_grad_(False)  # <- leaf
loss = model(torch.randn(8, 4)).mean()
loss.backward()  # <- raised
