"""The graph of a compiled model is retained in each iteration, although no later backward pass uses it."""

import torch
from torch import nn

model = torch.compile(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)), backend="aot_eager")
for index, batch in enumerate(torch.randn(2, 6, 4)):
    loss = model(batch).pow(2).mean()
    loss.backward(retain_graph=index > 0)  # raises
