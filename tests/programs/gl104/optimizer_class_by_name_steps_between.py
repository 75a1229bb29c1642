"""The optimizer's class comes from a name, but every optimizer changes its parameters in place."""

import json

import torch
from torch import nn

config = json.loads('{"optimizer": "SGD", "options": {"lr": 0.1}}')
critic = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 1))
actor = nn.Linear(4, 4)
make = getattr(torch.optim, config["optimizer"])
critic_optimizer = make(critic.parameters(), **config["options"])
actor_optimizer = make(actor.parameters(), **config["options"])
states, returns = torch.randn(5, 4), torch.randn(5, 1)
actor_loss = -critic(actor(states)).mean()
critic_loss = (critic(states) - returns).pow(2).mean()
critic_optimizer.zero_grad()
critic_loss.backward()
critic_optimizer.step()
actor_optimizer.zero_grad()
actor_loss.backward()  # ! GL104
actor_optimizer.step()
