"""The sum of all outputs, kept for their mean at the end, holds graphs that no backward ever backpropagated, activations and all."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(4, 16), nn.GELU(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(network.parameters())


def audit(batches):
    mean_answer = torch.zeros(2)
    for number, batch in enumerate(batches):
        answer = network(batch)
        mean_answer = mean_answer + answer.exp().mean(dim=0) / len(batches)  # ! GL202
        if number % 3 == 2:
            optimizer.zero_grad()
            answer.pow(2).mean().backward()
            optimizer.step()
    return mean_answer.tolist()


print(audit(torch.randn(6, 3, 4)))
