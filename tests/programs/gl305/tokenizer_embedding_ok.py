"""The embedding is looked up under no_grad."""

import torch
import torch.nn.functional as F
from torch import nn


def train(embed, rnn, out, batches):
    params = list(rnn.parameters()) + list(out.parameters())
    opt = torch.optim.Adam(params)
    for tokens, label in batches:
        opt.zero_grad()
        with torch.no_grad():
            vec = embed(tokens)
        _, h = rnn(vec)
        loss = F.cross_entropy(out(h[-1]), label)
        loss.backward()
        opt.step()


data = [(torch.randint(0, 20, (2, 6)), torch.randint(0, 3, (2,))) for _ in range(3)]
train(nn.Embedding(20, 8), nn.GRU(8, 8, batch_first=True), nn.Linear(8, 3), data)
