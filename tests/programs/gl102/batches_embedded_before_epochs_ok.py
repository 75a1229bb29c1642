"""The words are embedded when their turn comes, in every epoch again."""

import torch
import torch.nn.functional as F
from torch import nn

table = nn.Embedding(30, 6)
decoder = nn.Linear(6, 30)
optimizer = torch.optim.SGD(nn.ModuleList([table, decoder]).parameters(), lr=0.5)
words = torch.randint(0, 30, (3, 7))


def run_epoch(number):
    total = 0.0
    for line in words:
        loss = F.cross_entropy(decoder(torch.tanh(table(line))), line)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(number, total / len(words))


for epoch in range(3):
    run_epoch(epoch)
