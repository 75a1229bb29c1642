"""The critic's optimizer trains the encoder, and steps before the actor's loss is backpropagated through the encoder's features."""

import torch
from torch import nn

encoder = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 6))
critic, actor = nn.Linear(6, 1), nn.Linear(6, 3)
critic_optimizer = torch.optim.SGD([*encoder.parameters(), *critic.parameters()], lr=0.1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
for states in torch.randn(3, 5, 4):
    features = encoder(states)
    critic_loss = (critic(features) - 1).pow(2).mean()
    actor_loss = actor(features).logsumexp(1).mean()
    critic_optimizer.zero_grad()
    critic_loss.backward(retain_graph=True)
    critic_optimizer.step()
    actor_optimizer.zero_grad()
    actor_loss.backward()  # ! GL104
    actor_optimizer.step()
