"""All links are stepped after both backwards."""

import torch
from torch import nn


class Chain(nn.Module):
    def __init__(self):
        super().__init__()
        self.links = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 4)])

    def forward(self, x):
        answers = []
        for link in self.links:
            x = torch.tanh(link(x))
            answers.append(x)
        return answers


chain = Chain()
optimizers = [torch.optim.SGD(link.parameters(), lr=0.1) for link in chain.links]
for batch in torch.randn(2, 5, 4):
    answers = chain(batch)
    near, far = answers[1].abs().mean(), answers[2].abs().mean()
    chain.zero_grad()
    near.backward(retain_graph=True)
    far.backward()
    optimizers[1].step()
    optimizers[0].step()
    optimizers[2].step()
