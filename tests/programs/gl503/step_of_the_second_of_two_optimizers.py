"""Both optimizers are reset first. That of the critic steps after its backward, that of the actor before."""

import torch
from torch import nn


class Trainer:
    def __init__(self, actor, critic, rate):
        self.actor, self.critic = actor, critic
        parts = {name: getattr(self, name).parameters for name in ("actor", "critic")}
        self.optim_actor = torch.optim.SGD(parts["actor"](), lr=rate)
        self.optim_critic = torch.optim.SGD(parts["critic"](), lr=rate)

    def update(self, states, returns):
        self.optim_actor.zero_grad()
        self.optim_critic.zero_grad()
        values = self.critic(states)
        value_loss = (values - returns).pow(2).mean()
        value_loss.backward()
        self.optim_critic.step()
        policy_loss = (self.actor(states) * returns).mean()
        self.optim_actor.step()  # ! GL503
        policy_loss.backward()
        return value_loss.item(), policy_loss.item()


trainer = Trainer(nn.Linear(3, 1), nn.Linear(3, 1), 0.1)
for batch in range(4):
    print(trainer.update(torch.randn(8, 3), torch.randn(8, 1)))
