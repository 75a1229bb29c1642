"""The table of words may be frozen, so that it is the head that certainly builds the graph of the evaluation."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, table):
        super().__init__()
        self.words = nn.Embedding(10, 4)
        if table is not None:
            self.words.weight.data.copy_(table)
            self.words.weight.requires_grad = False
        else:
            self.words.weight.data.uniform_(-1, 1)
        self.head = nn.Linear(4, 2)

    def loss(self, words, targets, weights):
        vectors = self.words(words).mean(1)
        loss = nn.functional.cross_entropy(self.head(vectors), targets)  # ! GL301
        for weight in weights:
            if weight > 0.5:
                loss = loss * weight
        return loss


def evaluate(model, batches):
    model.eval()
    total = 0.0
    for words, targets, weights in batches:
        loss = model.loss(words, targets, weights)
        if words.dim() > 2:
            loss = loss * 2
        if weights.sum() > 3:
            loss = loss / weights.sum()
        total += loss.item()
    return total


def main(table):
    batches = [(torch.randint(10, (4, 3)), torch.randint(2, (4,)), torch.rand(3)) for _ in range(2)]
    return evaluate(Net(table), batches)


print(eval("main")(torch.randn(10, 4)))
