"""The hidden state is detached before each segment, and the parameters are updated by hand through .data."""

import torch
import torch.nn.functional as F
from torch import nn
import math


class RNNModel(nn.Module):
    def __init__(self, ntoken=15, n=8):
        super().__init__()
        self.drop, self.encoder = nn.Dropout(0.1), nn.Embedding(ntoken, n)
        self.rnn, self.decoder = nn.LSTM(n, n, 2), nn.Linear(n, ntoken)
        self.decoder.weight = self.encoder.weight
        self.n = n

    def forward(self, x, hidden):
        y, hidden = self.rnn(self.drop(self.encoder(x)), hidden)
        return self.decoder(self.drop(y)).view(-1, 15), hidden

    def init_hidden(self, bsz):
        w = next(self.parameters())
        return w.new_zeros(2, bsz, self.n), w.new_zeros(2, bsz, self.n)


def repackage(h):
    return h.detach() if isinstance(h, torch.Tensor) else tuple(repackage(v) for v in h)


def evaluate(model, source):
    model.eval()
    total, hidden = 0.0, model.init_hidden(3)
    with torch.no_grad():
        for i in range(0, source.size(0) - 1, 5):
            seq = min(5, source.size(0) - 1 - i)
            out, hidden = model(source[i : i + seq], hidden)
            total += seq * F.cross_entropy(out, source[i + 1 : i + 1 + seq].reshape(-1)).item()
    return total / (len(source) - 1)


model, corpus, lr, best = RNNModel(), torch.randint(0, 15, (26, 3)), 2.0, None
for epoch in range(2):
    model.train()
    hidden, total = model.init_hidden(3), 0.0
    for i in range(0, 25, 5):
        model.zero_grad()
        hidden = repackage(hidden)
        out, hidden = model(corpus[i : i + 5], hidden)
        loss = F.cross_entropy(out, corpus[i + 1 : i + 6].reshape(-1))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.25)
        for p in model.parameters():
            p.data.add_(p.grad, alpha=-lr)
        total += loss.item()
    val = evaluate(model, corpus)
    print(epoch, math.exp(val))
    if best is None or val < best:
        best = val
    else:
        lr /= 4.0
