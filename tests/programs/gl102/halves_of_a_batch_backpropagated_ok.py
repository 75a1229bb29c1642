"""Each half of the losses is backpropagated once."""
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    losses = []
    for sample in torch.randn(torch.randint(4, 9, ()).item(), 3):
        losses.append(model(sample).pow(2).mean())
    half = len(losses) // 2
    optimizer.zero_grad()
    torch.stack(losses[:half]).sum().backward()
    torch.stack(losses[half:]).sum().backward()
    optimizer.step()
