"""The hinge of a recommender is negated in place before its backward pass."""
import torch
from torch import nn


class Factors(nn.Module):
    def __init__(self, users, items, width=4):
        super().__init__()
        self.users, self.items = nn.Embedding(users, width), nn.Embedding(items, width)

    def score(self, user, item):
        return (self.users.weight[user] * self.items.weight[item]).sum(-1)

    def renormalize(self):
        for table in (self.users, self.items):
            table.weight.data = nn.functional.normalize(table.weight.data, dim=1)


class Ranker:
    def __init__(self, factors):
        self.factors = factors
        self.optimizer = torch.optim.Adagrad(factors.parameters(), lr=0.1)

    def step(self, user, good, bad):
        margin = self.factors.score(user, good) - self.factors.score(user, bad)
        hinge = torch.relu(1 - margin)  # <- built
        hinge.neg_()  # <- changed
        self.optimizer.zero_grad()
        hinge.mean().backward()  # <- raised
        self.optimizer.step()
        self.factors.renormalize()
        return hinge.numpy()


factors = Factors(5, 9)
ranker = Ranker(factors)
print(ranker.step(torch.tensor([0, 1]), torch.tensor([2, 3]), torch.tensor([4, 5])))
