"""The state that the layer returns still depends on the freed graph of the iteration before."""
import torch

from memory import Memory

net, state = Memory(3), None
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    score, state = net(torch.randn(2, 3), state)
    optimizer.zero_grad()
    score.mean().backward()  # ! GL103
    optimizer.step()
