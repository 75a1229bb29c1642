"""MAML over a small regression: the outer loss backpropagates through the inner steps, task by task, and then steps."""

import torch
import torch.nn.functional as F
from torch import nn


class Learner(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.weights = nn.ParameterList()
        for a, b in zip(sizes, sizes[1:]):
            weight = nn.Parameter(torch.ones(b, a))
            nn.init.kaiming_normal_(weight)
            self.weights.append(weight)
            self.weights.append(nn.Parameter(torch.zeros(b)))

    def forward(self, x, weights=None):
        weights = list(self.weights) if weights is None else weights
        for index in range(0, len(weights), 2):
            x = F.linear(x, weights[index], weights[index + 1])
            if index + 2 < len(weights):
                x = torch.tanh(x)
        return x


class Meta:
    def __init__(self, inner_rate=0.1, inner_steps=2):
        self.net = Learner([1, 6, 1])
        self.inner_rate, self.inner_steps = inner_rate, inner_steps
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-3)

    def adapt(self, x, y, create_graph):
        fast = list(self.net.weights)
        for _ in range(self.inner_steps):
            loss = F.mse_loss(self.net(x, fast), y)
            slopes = torch.autograd.grad(loss, fast, create_graph=create_graph)
            fast = [weight - self.inner_rate * slope for weight, slope in zip(fast, slopes)]
        return fast

    def train(self, tasks):
        self.optimizer.zero_grad()
        total = 0.0
        for support, query in tasks:
            fast = self.adapt(*support, create_graph=True)
            loss = F.mse_loss(self.net(query[0], fast), query[1]) / len(tasks)
            loss.backward()
            total += loss.item()
        self.optimizer.step()
        return total

    def test(self, support, query):
        fast = [weight.detach() for weight in self.adapt(*support, create_graph=False)]
        with torch.no_grad():
            return F.mse_loss(self.net(query[0], fast), query[1]).item()


def task():
    phase = torch.rand(1) * 3.14
    xs = torch.rand(2, 5, 1) * 10 - 5
    return [(x, torch.sin(x + phase)) for x in xs]


meta = Meta()
for _ in range(3):
    print(meta.train([task() for _ in range(2)]))
print(meta.test(*task()))
