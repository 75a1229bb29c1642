"""With item() in both places there is nothing to report."""
import torch
from torch import nn

net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
total = 0.0
for batch in torch.randn(4, 5, 3):
    loss = net(batch).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
    total += loss.item()
print(total)
