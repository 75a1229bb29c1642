"""The loss is rebuilt from a Python number."""
import torch
from torch import nn

model = nn.Linear(4, 1)
loss = model(torch.randn(8, 4)).pow(2).mean()
total = torch.tensor(loss.item())  # <- detached
total.backward()  # <- raised
