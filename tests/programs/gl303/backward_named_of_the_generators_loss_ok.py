"""Both losses are backpropagated; they come from networks and a criterion that are chosen by name."""

import torch
from torch import nn

NETWORKS = {"small": lambda size: nn.Linear(4, size), "deep": lambda size: nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, size))}
CRITERIA = {"soft": nn.Softplus, "linear": nn.Identity}


def train(arch, name, steps):
    generator, critic, criterion = NETWORKS[arch](4), NETWORKS[arch](1), CRITERIA[name]()
    update_generator = torch.optim.Adam(generator.parameters())
    update_critic = torch.optim.Adam(critic.parameters())
    for step in range(steps):
        with torch.no_grad():
            fake = generator(torch.randn(8, 4))
        loss = criterion(critic(fake) - critic(torch.randn(8, 4))).mean()
        update_critic.zero_grad()
        loss.backward()
        update_critic.step()

        loss = criterion(-critic(generator(torch.randn(8, 4)))).mean()
        update_generator.zero_grad()
        loss.backward()
        update_generator.step()
        if step % 2:
            print(loss.item())


if __name__ == "__main__":
    train("small", "soft", 5)
