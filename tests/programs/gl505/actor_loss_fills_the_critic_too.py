"""Actor and critic are updated every second batch. The critic's reset stands before its backward, after that of the actor's loss."""

import torch
from torch import nn


class Agent:
    def __init__(self) -> None:
        self.actor, self.critic = nn.Linear(4, 2), nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 1))
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def value(self, state: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
        return self.critic(torch.cat([state, action], dim=1))

    def learn(self, states: torch.Tensor, rewards: torch.Tensor, count: int) -> None:
        actor_loss = -self.value(states, self.actor(states)).mean() / 2
        actor_loss.backward()
        self.critic_optimizer.zero_grad()  # ! GL505
        with torch.no_grad():
            actions = self.actor(states)
        critic_loss = (self.value(states, actions) - rewards).square().mean() / 2
        critic_loss.backward()
        if count % 2 == 0:
            self.actor_optimizer.step()
            self.actor_optimizer.zero_grad()
            self.critic_optimizer.step()


agent = Agent()
for count in range(1, 7):
    agent.learn(torch.randn(5, 4), torch.randn(5, 1), count)
