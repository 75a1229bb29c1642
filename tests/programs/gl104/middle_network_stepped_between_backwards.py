"""Between two backpropagates through the chain one of its links is stepped, and the later backward comes through that link."""

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
    optimizers[1].step()
    far.backward()  # ! GL104
    optimizers[0].step()
    optimizers[2].step()
