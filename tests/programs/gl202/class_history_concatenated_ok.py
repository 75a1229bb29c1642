"""The history is concatenated with the detached loss."""

import torch

policy = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
history = torch.empty(0)
for episode in range(6):
    dist = torch.distributions.Categorical(logits=policy(torch.randn(10, 4)))
    actions = dist.sample()
    loss = -(dist.log_prob(actions) * torch.randn(10)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history = torch.cat([history, loss.detach().view(1)])
print(history.mean())
