"""Two losses share one forward pass; the first backward pass frees it."""
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
outputs = model(torch.randn(3, 4))  # <- built
first = outputs.pow(2).mean()
second = outputs.abs().mean()
first.backward()  # <- freed
second.backward()  # <- raised
