"""The critic's loss is to train the encoder too, and its caller hands over what the encoder has not seen."""

import torch
import torch.nn.functional as F
from torch import nn


class Agent:
    def __init__(self):
        self.encoder, self.critic = nn.Linear(6, 4), nn.Linear(4 + 2, 1)
        self.encoder_optimizer = torch.optim.Adam(self.encoder.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())

    def update_critic(self, seen, action, reward):
        loss = F.mse_loss(self.critic(torch.cat([seen, action], dim=-1)), reward)
        self.encoder_optimizer.zero_grad()
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()
        self.encoder_optimizer.step()  # ! GL405

    def update(self, batches):
        for observed, action, reward in batches:
            seen = observed[:, :4]
            self.update_critic(seen, action, reward)


Agent().update([(torch.randn(8, 6), torch.randn(8, 2), torch.randn(8, 1)) for _ in range(3)])
