"""The policy is trained here, and its method is called in another file to evaluate it."""
import torch

from play import play
from policy import Policy

policy = Policy(4, 2)
optimizer = torch.optim.Adam(policy.parameters())
for step in range(4):
    with torch.no_grad():
        action, _ = policy.choose(torch.randn(5, 4))
    _, log_prob = policy.choose(torch.randn(5, 4), action)
    loss = -(log_prob * torch.randn(5)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(play(policy, 3))
