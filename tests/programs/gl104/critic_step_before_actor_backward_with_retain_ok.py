"""The policy's loss is made after the critic's step, and no graph is retained for it."""

import torch

q = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU(), torch.nn.Linear(3, 1))
pi = torch.nn.Linear(3, 3)
q_optimizer = torch.optim.SGD(q.parameters(), lr=0.1)
pi_optimizer = torch.optim.SGD(pi.parameters(), lr=0.1)
for _ in range(5):
    s = torch.randn(4, 3)
    q_loss = q(s).pow(2).mean()
    q_optimizer.zero_grad()
    q_loss.backward()
    q_optimizer.step()
    pi_loss = -q(pi(s)).mean()
    pi_optimizer.zero_grad()
    pi_loss.backward()
    pi_optimizer.step()
