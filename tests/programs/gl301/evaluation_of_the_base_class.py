"""The base class's evaluation loop runs the subclass's network with grad mode on; only the subclass says which."""

import torch
from torch import nn


class Evaluator:
    def network(self):
        raise NotImplementedError

    def evaluate(self, batches):
        network = self.network()
        network.train(False)
        scores = []
        for batch in batches:
            answer = network(batch)  # ! GL301
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
