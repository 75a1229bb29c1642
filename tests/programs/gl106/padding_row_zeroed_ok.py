"""The padding's row is written under no_grad."""

import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, vocab, tags):
        super().__init__()
        self.embedding = nn.Embedding(vocab, 6)
        with torch.no_grad():
            self.embedding.weight[0] = torch.zeros(6)
        self.out = nn.Linear(6, tags)

    def forward(self, words):
        return self.out(self.embedding(words))


tagger = Tagger(20, 3)
optimizer = torch.optim.Adam(tagger.parameters())
loss = nn.functional.cross_entropy(tagger(torch.randint(0, 20, (8,))), torch.randint(0, 3, (8,)))
loss.backward()
optimizer.step()
