"""The loss has one value for each sample."""
import torch
from torch import nn

model = nn.Linear(4, 1)
criterion = nn.MSELoss(reduction="none")
loss = criterion(model(torch.randn(8, 4)), torch.randn(8, 1))  # <- built
loss.backward()  # <- raised
