"""The target of the TD error is computed once for several updates."""
import torch
from torch import nn
from vendorlib import make_model

q_net = make_model(4, 2)
optimizer = torch.optim.Adam(q_net.parameters())


def update(states, rewards, next_states, epochs):
    targets = rewards + 0.99 * q_net(next_states).max(dim=1).values  # <- built
    for _ in range(epochs):
        values = q_net(states).gather(1, torch.zeros(len(states), 1, dtype=torch.long)).squeeze(1)
        loss = nn.functional.mse_loss(values, targets)
        optimizer.zero_grad()
        loss.backward()  # <- raised, freed
        optimizer.step()


update(torch.randn(6, 4), torch.randn(6), torch.randn(6, 4), 2)
