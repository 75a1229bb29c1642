"""`train()` begins each epoch."""

import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, hidden=8):
        super().__init__()
        self.rnn = nn.LSTM(3, hidden, num_layers=2, dropout=0.3, batch_first=True)
        self.head = nn.Linear(hidden, 2)

    def forward(self, x):
        features, _ = self.rnn(x)
        return self.head(features)


def run(tagger, optimizer=None):
    tagger.train()
    if optimizer is None:
        tagger.eval()
    x, y = torch.randn(4, 5, 3), torch.randint(2, (4, 5))
    with torch.set_grad_enabled(optimizer is not None):
        loss = nn.functional.cross_entropy(tagger(x).flatten(0, 1), y.flatten())
    if optimizer is not None:
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


tagger = Tagger()
optimizer = torch.optim.SGD(tagger.parameters(), lr=0.1)
for epoch in range(4):
    train_loss = run(tagger, optimizer)
    valid_loss = run(tagger)
    print(train_loss, valid_loss)
