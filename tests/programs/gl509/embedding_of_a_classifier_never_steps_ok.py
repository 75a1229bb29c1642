"""A class has an optimizer for the embedding and one for the classifier, and its step uses both."""

import torch
from torch import nn


class Tagger:
    def __init__(self):
        self.embedding, self.classifier = nn.Embedding(10, 4), nn.Linear(4, 3)
        self.sparse = torch.optim.SGD(self.embedding.parameters(), lr=0.5)
        self.dense = torch.optim.Adam(self.classifier.parameters(), lr=0.01)

    def train_step(self, words, tags):
        loss = nn.functional.cross_entropy(self.classifier(self.embedding(words)), tags)
        for optimizer in (self.sparse, self.dense):
            optimizer.zero_grad()
        loss.backward()
        self.sparse.step()
        self.dense.step()
        return loss.item()


tagger = Tagger()
for _ in range(3):
    print(tagger.train_step(torch.randint(10, (8,)), torch.randint(3, (8,))))
