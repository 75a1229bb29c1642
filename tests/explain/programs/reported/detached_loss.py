"""The output is detached before the loss."""
import torch
from torch import nn

model = nn.Linear(4, 1)
outputs = model(torch.randn(8, 4)).detach()  # <- detached
loss = outputs.pow(2).mean()
loss.backward()  # <- raised
