"""The loss adds up over one sentence for the backward at its end; the next sentence starts from zero."""

import torch
import torch.nn.functional as F
from torch import nn
import random

SOS, EOS, V, H = 0, 1, 12, 10


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.gru = nn.Embedding(V, H), nn.GRU(H, H)

    def forward(self, tok, hidden):
        return self.gru(self.embedding(tok).view(1, 1, -1), hidden)

    def init_hidden(self):
        return torch.zeros(1, 1, H)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.gru, self.out = nn.Embedding(V, H), nn.GRU(H, H), nn.Linear(H, V)

    def forward(self, tok, hidden):
        y, hidden = self.gru(F.relu(self.embedding(tok).view(1, 1, -1)), hidden)
        return F.log_softmax(self.out(y[0]), dim=1), hidden


def train(src, tgt, enc, dec, eo, do, criterion, ratio=0.5):
    h = enc.init_hidden()
    eo.zero_grad()
    do.zero_grad()
    loss = 0
    for i in range(src.size(0)):
        _, h = enc(src[i], h)
    x = torch.tensor([SOS])
    if random.random() < ratio:
        for t in range(tgt.size(0)):
            y, h = dec(x, h)
            loss += criterion(y, tgt[t].view(1))
            x = tgt[t]
    else:
        for t in range(tgt.size(0)):
            y, h = dec(x, h)
            x = y.topk(1)[1].squeeze().detach()
            loss += criterion(y, tgt[t].view(1))
            if x.item() == EOS:
                break
    loss.backward()
    eo.step()
    do.step()
    return loss.item() / tgt.size(0)


enc, dec = Encoder(), Decoder()
eo, do = torch.optim.SGD(enc.parameters(), lr=0.01), torch.optim.SGD(dec.parameters(), lr=0.01)
losses = [train(torch.randint(2, V, (4,)), torch.randint(1, V, (5,)), enc, dec, eo, do, nn.NLLLoss()) for _ in range(4)]
print(sum(losses) / len(losses))
