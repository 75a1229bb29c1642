"""The largest outputs are in a fixed number of slots; the two ends change places."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
slots = [torch.zeros(()), torch.zeros(()), torch.zeros(())]
for _ in range(5):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if loss.item() > slots[0].item():
        slots[0] = loss
        last = len(slots) - 1
        slots[0], slots[last] = slots[last], slots[0]
print([slot.item() for slot in slots])
