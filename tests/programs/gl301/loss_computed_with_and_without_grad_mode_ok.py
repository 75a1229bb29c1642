"""The same function computes the loss with and without grad mode, and only the training runs backward."""

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
batches = {"train": torch.randn(3, 4, 3), "val": torch.randn(2, 4, 3)}
for phase in ["train", "val"]:
    network.train(phase == "train")
    for batch in batches[phase]:
        optimizer.zero_grad()
        with torch.set_grad_enabled(phase == "train"):
            loss = F.mse_loss(network(batch), batch[:, :2])
            if phase == "train":
                loss.backward()
                optimizer.step()
