"""Every batch was embedded before the first epoch; the second epoch backpropagates the embeddings' graphs a second time."""

import torch
import torch.nn.functional as F
from torch import nn

table = nn.Embedding(30, 6)
decoder = nn.Linear(6, 30)
optimizer = torch.optim.SGD(nn.ModuleList([table, decoder]).parameters(), lr=0.5)
words = torch.randint(0, 30, (3, 7))
embedded = [torch.tanh(table(line)) for line in words]


def run_epoch(number):
    total = 0.0
    for vectors, line in zip(embedded, words):
        loss = F.cross_entropy(decoder(vectors), line)
        optimizer.zero_grad()
        loss.backward()  # ! GL102
        optimizer.step()
        total += loss.item()
    print(number, total / len(words))


for epoch in range(3):
    run_epoch(epoch)
