"""The trajectory is started again after each update."""
import torch
from torch import nn

policy = nn.Linear(4, 2)
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
trajectory = []
for step in range(20):
    distribution = torch.distributions.Categorical(logits=policy(torch.randn(4)))
    action = distribution.sample()
    trajectory.append((distribution.log_prob(action), float(action)))
    if len(trajectory) >= 5:
        log_probs, rewards = zip(*trajectory[-5:])
        loss = -(torch.stack(log_probs) * torch.tensor(rewards)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        trajectory = []
