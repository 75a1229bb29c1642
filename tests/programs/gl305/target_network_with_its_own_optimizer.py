"""Each network creates its own optimizer, and that of the target network never steps."""

import torch
from torch import nn


class ValueNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
        self.optimizer = torch.optim.Adam(self.parameters(), lr=1e-3)

    def forward(self, observation):
        return self.layers(observation)


online, target = ValueNet(), ValueNet()
target.load_state_dict(online.state_dict())
for _ in range(3):
    observation, following, reward = torch.randn(6, 4), torch.randn(6, 4), torch.randn(6)
    wanted = reward + 0.9 * target(following).max(1).values  # ! GL305
    loss = (online(observation).max(1).values - wanted).pow(2).mean()
    online.optimizer.zero_grad()
    loss.backward()
    online.optimizer.step()
