"""All optimizers of a dict are zeroed, and only that of the policy steps."""

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.policy, self.value = nn.Linear(3, 2), nn.Linear(3, 1)
        self.optimizers = {
            "policy": torch.optim.Adam(self.policy.parameters()),
            "value": torch.optim.Adam(self.value.parameters()),
        }

    def update(self, x, ret):
        for optimizer in self.optimizers.values():
            optimizer.zero_grad()
        value_loss = nn.functional.mse_loss(self.value(x), ret)
        value_loss.backward()  # ! GL509
        policy_loss = -self.policy(x).log_softmax(-1).mean()
        policy_loss.backward()
        self.optimizers["policy"].step()


trainer = Trainer()
for _ in range(3):
    trainer.update(torch.randn(5, 3), torch.randn(5, 1))
