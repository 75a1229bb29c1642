"""Every loss is appended to the history for a plot, and takes its backpropagated graph's nodes along."""

import torch
from torch import nn

predictor = nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 1))
optimizer = torch.optim.Adam(predictor.parameters(), lr=0.01)
loss_history = []
for iteration in range(6):
    points = torch.rand(8, 2)
    loss = (predictor(points) - points.sum(dim=1, keepdim=True)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    loss_history.append(loss)  # ! GL203
for iteration, loss in enumerate(loss_history):
    print(iteration, loss.item())
