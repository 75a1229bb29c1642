"""The state that the layer returns is detached before the next iteration."""
import torch

from memory import Memory

net, state = Memory(3), None
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    score, state = net(torch.randn(2, 3), state)
    optimizer.zero_grad()
    score.mean().backward()
    optimizer.step()
    state = state.detach()
