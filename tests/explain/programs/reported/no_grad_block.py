"""The loss is computed in a block without grad mode."""
import torch
from torch import nn

model = nn.Linear(4, 1)
x = torch.randn(8, 4)
with torch.no_grad():
    loss = model(x).mean()  # <- no_grad
loss.backward()  # <- raised
