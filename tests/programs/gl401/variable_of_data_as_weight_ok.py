"""The advantage is wrapped from its data where it weights the actor's loss; the critic learns from the one with the graph."""

import torch
from torch import nn
from torch.autograd import Variable

actor, critic = nn.Linear(4, 3), nn.Linear(4, 1)
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()])
for states, returns in zip(torch.randn(3, 6, 4), torch.randn(3, 6)):
    chosen = actor(states).log_softmax(dim=1)[:, 0]
    advantage = returns - critic(states).squeeze(1)
    loss = advantage.pow(2).mean() - (Variable(advantage.data) * chosen).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
