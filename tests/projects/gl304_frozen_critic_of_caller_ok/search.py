"""A search for the best candidate, on one of many ways."""
import torch
from torch import nn


class Search:
    def __init__(self, options):
        self.options = options
        self.generator, self.critic = nn.Linear(2, 3), nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.generator.parameters(), lr=0.1)

    def run(self):
        found, kept = float("-inf"), []
        for kind in self.options["kinds"]:
            self.optimizer.zero_grad()
            scores = self.critic(self.generator(torch.randn(4, 2)))
            if kind == "least squares":
                loss = (scores - 1).pow(2).mean()
            elif kind == "hinge":
                loss = -scores.mean()
            else:
                loss = scores.exp().mean()
            loss.backward()
            self.optimizer.step()
            if self.options["keep"]:
                kept.append(loss.item())
            if self.options["clip"]:
                kept.append(kind)
            with torch.no_grad():
                samples = self.generator(torch.randn(4, 2))
            found = max(found, self.score(samples).item())
        return found, kept

    def score(self, samples):
        return self.critic(samples).detach().mean()
