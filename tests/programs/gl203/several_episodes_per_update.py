"""Only the returns are let go after an update: the log probabilities, of which the newest are backpropagated, stay."""

import torch
from torch import nn

from torch.distributions import Categorical

policy = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)
log_probs, returns = [], []
state = torch.zeros(4)
for t in range(300):
    action = Categorical(logits=policy(state))
    choice = action.sample()
    log_prob = action.log_prob(choice)
    loss = -(log_prob * float(choice))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    log_probs.append(log_prob)  # ! GL203
    returns.append(float(choice))
    state = torch.randn(4)
    if t % 5 == 4:
        print(sum(returns))
        returns.clear()
