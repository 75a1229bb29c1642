"""A Q-network computes its scores before the `no_grad` block of the targets."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.value, self.advantage = nn.Linear(3, 4), nn.Linear(4, 1), nn.Linear(4, 2)

    def forward(self, state):
        h = self.body(state).relu()
        advantage = self.advantage(h)
        return self.value(h) + advantage - advantage.mean(dim=1, keepdim=True)


class Agent:
    def __init__(self):
        self.policy_net, self.target_net = Net(), Net()
        self.optimizer = torch.optim.SGD(self.policy_net.parameters(), lr=0.1)

    def learn(self, state, action, reward, next_state):
        q = self.policy_net(state).gather(1, action).squeeze(1)
        with torch.no_grad():
            best = self.target_net(next_state).max(1).values
            target = reward + 0.9 * best
        loss = nn.functional.smooth_l1_loss(q, target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


agent = Agent()
for _ in range(4):
    agent.learn(torch.randn(4, 3), torch.randint(0, 2, (4, 1)), torch.randn(4), torch.randn(4, 3))
