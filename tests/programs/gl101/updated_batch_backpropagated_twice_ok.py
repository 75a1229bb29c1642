"""The second loss of the batch comes from another update with the same key: each backward pass has a graph of its own."""

import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, inputs, **batch):
        return {"loss": self.layer(inputs).pow(2).mean()}


def fit(critic, optimizer, batches):
    for batch in batches:
        optimizer.zero_grad()
        batch["loss"] = critic.layer(batch["inputs"]).abs().mean()
        batch["loss"].backward()
        batch.update(critic(**batch))
        batch["loss"].backward()
        optimizer.step()


critic = Critic()
eval("fit")(critic, torch.optim.SGD(critic.parameters(), lr=0.1), ({"inputs": torch.randn(4, 3)} for _ in range(3)))
