"""The next state is valued under no_grad."""

import torch
from torch import nn


class DQN:
    def __init__(self):
        self.online = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
        self.target = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
        self.target.load_state_dict(self.online.state_dict())
        self.optimizer = torch.optim.RMSprop(self.online.parameters())

    def learn(self, state, action, reward, next_state, gamma=0.9):
        chosen = self.online(state).gather(1, action)
        with torch.no_grad():
            following = self.target(next_state).max(1)[0]
        wanted = reward + gamma * following.unsqueeze(1)
        loss = nn.functional.smooth_l1_loss(chosen, wanted)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


dqn = DQN()
for step in range(3):
    dqn.learn(torch.randn(5, 4), torch.randint(0, 2, (5, 1)), torch.randn(5, 1), torch.randn(5, 4))
