"""The advantage is not detached: the critic's backward pass frees its part first."""
import torch
from torch import nn
from vendorlib import make_model


class ActorCritic:
    def __init__(self):
        self.actor = make_model(4, 2)
        self.critic = make_model(4, 1)
        self.actor_opt = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def update(self, state, reward):
        value = self.critic(state)  # <- built
        advantage = reward - value
        critic_loss = advantage.pow(2).mean()
        self.critic_opt.zero_grad()
        critic_loss.backward()  # <- freed
        self.critic_opt.step()
        log_prob = nn.functional.log_softmax(self.actor(state), dim=-1)[:, 0:1]
        actor_loss = -(log_prob * advantage).mean()
        self.actor_opt.zero_grad()
        actor_loss.backward()  # <- raised


agent = ActorCritic()
for _ in range(2):
    agent.update(torch.randn(5, 4), torch.randn(5, 1))
