"""The loss of PyTorch 0.3 was an array of one element."""
import torch
from torch import nn

model = nn.Linear(4, 1)
loss = model(torch.randn(8, 4)).mean()
print(loss.data[0])  # <- raised
