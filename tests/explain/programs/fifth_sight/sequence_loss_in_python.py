"""The loss of a sequence is the sum of its steps' losses, which a generator yields as numbers."""
import torch
from torch import nn


def step_losses(cell, head, sequence, hidden):
    for x, y in sequence:
        hidden = cell(x, hidden)
        yield nn.functional.mse_loss(head(hidden), y).item()  # <- detached


cell, head = nn.GRUCell(3, 5), nn.Linear(5, 1)
optimizer = torch.optim.Adam([*cell.parameters(), *head.parameters()])
for epoch in range(2):
    sequence = [(torch.randn(2, 3), torch.randn(2, 1)) for _ in range(4)]
    loss = torch.tensor(sum(step_losses(cell, head, sequence, torch.zeros(2, 5))))
    optimizer.zero_grad()
    loss.backward()  # <- raised
    optimizer.step()
