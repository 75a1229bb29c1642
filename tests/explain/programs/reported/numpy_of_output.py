"""A prediction is converted to an array."""
import torch
from torch import nn

model = nn.Linear(4, 1)
prediction = model(torch.randn(8, 4))  # <- built
array = prediction.numpy()  # <- raised
