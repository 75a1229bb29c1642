"""Each part is trained at a fixed interval of batches; at batch 0 both guards hold, so the second backward of one loss is reached."""

import torch
from torch import nn

critic = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
actor = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 3))
opt_c = torch.optim.SGD(critic.parameters(), lr=0.1)
opt_a = torch.optim.SGD(actor.parameters(), lr=0.1)


def train(batches, critic_every, actor_every):
    for i, (x, y) in enumerate(batches):
        if i % critic_every == 0:
            opt_c.zero_grad()
            critic_loss = critic(x).mean()
            critic_loss.backward()
            opt_c.step()
        if i % actor_every == 0:
            opt_a.zero_grad()
            actor_loss = critic(actor(y)).mean()
            actor_loss.backward()
            actor_loss = None
            opt_a.step()


train(list(zip(torch.rand(4, 5, 3), torch.rand(4, 5, 2))), int("1"), int("2"))
