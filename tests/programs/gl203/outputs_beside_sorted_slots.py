"""The largest outputs are in a fixed number of slots, but all of them are kept as well."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
slots, everything = [torch.zeros(()), torch.zeros(())], []
for _ in range(5):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    slots[0] = loss
    slots[0], slots[1] = slots[1], slots[0]
    everything.append(loss)  # ! GL203
print([slot.item() for slot in slots], len(everything))
