"""The log probabilities of several episodes are backpropagated and let go once there are enough episodes."""

import torch
from torch import nn

from torch.distributions import Categorical

policy = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)
log_probs, returns = [], []
episodes, batch_size = 0, 3
state = torch.zeros(4)
for t in range(300):
    action = Categorical(logits=policy(state))
    choice = action.sample()
    log_probs.append(action.log_prob(choice))
    returns.append(float(choice))
    state = torch.randn(4)
    if t % 5 == 4:
        episodes += 1
        if episodes == batch_size:
            loss = -(torch.stack(log_probs) * torch.tensor(returns)).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            log_probs.clear()
            returns.clear()
            episodes = 0
