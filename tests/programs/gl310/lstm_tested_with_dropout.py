"""The recurrent layers drop values while the language model is tested."""

import torch
from torch import nn


class Language(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 8)
        self.rnn = nn.LSTM(8, 16, num_layers=2, dropout=0.4, batch_first=True)
        self.output = nn.Linear(16, 10)

    def forward(self, tokens):
        hidden, _ = self.rnn(self.embedding(tokens))
        return self.output(hidden)


def loss_of(model, tokens):
    return nn.functional.cross_entropy(model(tokens[:, :-1]).flatten(0, 1), tokens[:, 1:].flatten())


def evaluate(model, data):
    losses = []
    for tokens in data:
        losses.append(loss_of(model, tokens).item())  # ! GL310
    return sum(losses) / len(losses)


text = [torch.randint(10, (4, 6)) for _ in range(4)]
model = Language()
optimizer = torch.optim.Adam(model.parameters())
for epoch in range(2):
    for tokens in text[:3]:
        optimizer.zero_grad()
        loss_of(model, tokens).backward()
        optimizer.step()
    with torch.no_grad():
        print(evaluate(model, text[3:]))
