"""The training asks for a tensor, and backpropagates through it."""
import torch

from model import Policy

policy = Policy()
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
for _ in range(3):
    loss = policy(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
