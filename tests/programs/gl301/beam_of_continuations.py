"""The search extends its best beginnings by calling itself, and each call's scores depend on a graph of their own."""

import torch
from torch import nn


class Speller(nn.Module):
    def __init__(self, letters):
        super().__init__()
        self.letters = nn.Embedding(letters, 4)
        self.scores = nn.Linear(4, letters)

    def forward(self, word):
        return self.scores(self.letters(word).mean(dim=0)).log_softmax(dim=0)


def search(speller, word, depth):
    if depth == 0:
        return word
    best = []
    for letter in speller(torch.tensor(word)).topk(2).indices.tolist():  # ! GL301
        best.append(search(speller, [*word, letter], depth - 1))
    return max(best, key=sum)


speller = Speller(5)
speller.eval()
print(search(speller, [0], depth=3))
