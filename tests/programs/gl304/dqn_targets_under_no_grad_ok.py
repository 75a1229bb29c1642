"""The targets are computed under no_grad, and the target network is updated through .data on purpose."""

import torch
import torch.nn.functional as F
from torch import nn
import copy
import random
from collections import deque, namedtuple

T = namedtuple("T", "s a r s2 d")


class Agent:
    def __init__(self, n_obs, n_act):
        self.q = nn.Sequential(nn.Linear(n_obs, 24), nn.ReLU(), nn.Linear(24, n_act))
        self.target = copy.deepcopy(self.q)
        self.target.eval()
        self.opt = torch.optim.AdamW(self.q.parameters(), lr=1e-3, amsgrad=True)
        self.memory = deque(maxlen=100)
        self.n_act, self.steps = n_act, 0

    def act(self, s, eps):
        if random.random() < eps:
            return random.randrange(self.n_act)
        with torch.no_grad():
            return self.q(s).argmax().item()

    def learn(self, batch=8, gamma=0.95):
        if len(self.memory) < batch:
            return None
        b = T(*zip(*random.sample(self.memory, batch)))
        s, s2 = torch.stack(b.s), torch.stack(b.s2)
        a, r, d = torch.tensor(b.a), torch.tensor(b.r), torch.tensor(b.d)
        qa = self.q(s).gather(1, a[:, None]).squeeze(1)
        with torch.no_grad():
            best = self.q(s2).argmax(1, keepdim=True)
            y = r + gamma * (1 - d) * self.target(s2).gather(1, best).squeeze(1)
        loss = F.smooth_l1_loss(qa, y)
        self.opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(self.q.parameters(), 100)
        self.opt.step()
        self.steps += 1
        for pt, p in zip(self.target.parameters(), self.q.parameters()):
            pt.data.mul_(0.995).add_(p.data, alpha=0.005)
        return loss.item()


agent = Agent(3, 2)
s = torch.randn(3)
for t in range(20):
    a = agent.act(s, eps=0.3)
    s2 = torch.randn(3)
    agent.memory.append(T(s, a, float(s2[0]), s2, float(t % 7 == 0)))
    agent.learn()
    s = s2
