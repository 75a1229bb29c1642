"""Each iteration retains the graph for its second loss: the first backward pass of the program does, so that nothing is donated."""

import torch
from torch import nn

model = torch.compile(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)), backend="aot_eager")
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    output = model(batch)
    output.mean().backward(retain_graph=True)
    output.pow(2).mean().backward()
    optimizer.step()
