"""The forward pass runs once, the backward pass in every iteration."""
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss = model(torch.randn(8, 4)).pow(2).mean()  # <- built
for _ in range(3):
    optimizer.zero_grad()
    loss.backward()  # <- raised, freed
    optimizer.step()
