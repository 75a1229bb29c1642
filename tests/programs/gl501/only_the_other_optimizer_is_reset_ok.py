"""Both optimizers are reset; two optimizers of one model, of which only one steps in an epoch, are reset by the main one."""

import torch
from torch import nn


def one_epoch(critic, actor, critic_optimizer, actor_optimizer, batches):
    for states, returns in batches:
        critic_optimizer.zero_grad()
        value_loss = (critic(states) - returns).pow(2).mean()
        value_loss.backward()
        critic_optimizer.step()
        actor_optimizer.zero_grad()
        policy_loss = (actor(states) * returns).mean()
        policy_loss.backward()
        actor_optimizer.step()


def warm_epoch(model, main_optimizer, warm_optimizer, batches, warm):
    for states, returns in batches:
        main_optimizer.zero_grad()
        loss = (model(states) - returns).pow(2).mean()
        loss.backward()
        if warm:
            warm_optimizer.step()
        else:
            main_optimizer.step()


if __name__ == "__main__":
    entry, warm = globals()["one_" + "epoch"], globals()["warm_" + "epoch"]
    first, second = nn.Linear(3, 1), nn.Linear(3, 1)
    optimizers = [torch.optim.SGD(network.parameters(), lr=0.1) for network in (first, second)]
    data = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(4)]
    entry(first, second, *optimizers, data)
    warm(first, optimizers[0], torch.optim.Adam(first.parameters()), data, True)
