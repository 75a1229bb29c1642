"""Two optimizers of parameters that are not resolved, each with a backward of its own: only that of the critic is reset."""

import torch
from torch import nn


def one_epoch(critic, actor, critic_optimizer, actor_optimizer, batches):
    for states, returns in batches:
        critic_optimizer.zero_grad()
        value_loss = (critic(states) - returns).pow(2).mean()
        value_loss.backward()
        critic_optimizer.step()
        policy_loss = (actor(states) * returns).mean()
        policy_loss.backward()  # ! GL501
        actor_optimizer.step()


if __name__ == "__main__":
    entry = globals()["one_" + "epoch"]
    first, second = nn.Linear(3, 1), nn.Linear(3, 1)
    optimizers = [torch.optim.SGD(network.parameters(), lr=0.1) for network in (first, second)]
    entry(first, second, *optimizers, [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(4)])
