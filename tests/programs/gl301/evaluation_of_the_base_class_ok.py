"""The base class's loop runs under no_grad."""

import torch
from torch import nn


class Evaluator:
    def network(self):
        raise NotImplementedError

    def evaluate(self, batches):
        network = self.network()
        network.train(False)
        scores = []
        with torch.no_grad():
            for batch in batches:
                answer = network(batch)
                scores.append(self.score(answer))
        return sum(scores) / len(scores)

    def score(self, answer):
        return answer.max(dim=1).values.mean().item()


class Own(Evaluator):
    def __init__(self):
        self.layers = nn.Sequential(nn.Linear(3, 4), nn.Dropout(0.2), nn.Linear(4, 2))

    def network(self):
        return self.layers

    def score(self, answer):
        return -super().score(answer)


print(Own().evaluate(torch.randn(3, 5, 3)))
