"""The method that the settings name receives the network, and trains its own weights on the support set before it answers."""

import sys
from types import ModuleType

import torch
from torch import nn

methods = ModuleType("few_shot_methods")


class Adapted(nn.Module):
    def forward(self, network, support, labels, query):
        with torch.no_grad():
            known, asked = network(support), network(query)
        weights = torch.zeros(3, 4, requires_grad=True)
        optimizer = torch.optim.SGD([weights], lr=0.1)
        for _ in range(2):
            optimizer.zero_grad()
            nn.functional.cross_entropy(known @ weights.t(), labels).backward()
            optimizer.step()
        return asked @ weights.t()


methods.Adapted = Adapted
sys.modules["few_shot_methods"] = methods

from few_shot_methods import __dict__ as all_methods  # noqa: E402


def test(name, network, episodes):
    method = all_methods[name]()
    network.eval()
    method.eval()
    shares = []
    for support, labels, query, answers in episodes:
        scores = method(network, support, labels, query)
        shares.append((scores.argmax(1) == answers).float().mean().item())
    return sum(shares) / len(shares)


if __name__ == "__main__":
    episodes = [(torch.randn(6, 3), torch.arange(6) % 3, torch.randn(9, 3), torch.arange(9) % 3) for _ in range(2)]
    print(eval("test")("Adapted", nn.Linear(3, 4), episodes))
