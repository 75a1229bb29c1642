"""The tokens' encoder is put into evaluation mode, which keeps its dropout still and its graph just the same."""

import torch
from torch import nn

encoder = nn.Sequential(nn.Embedding(12, 6), nn.Dropout(0.1), nn.Linear(6, 6), nn.GELU())
encoder.eval()
tagger = nn.LSTM(6, 4, batch_first=True)
optimizer = torch.optim.SGD(tagger.parameters(), lr=0.1)
for text in torch.randint(0, 12, (3, 2, 5)):
    encoded = encoder(text)  # ! GL305
    tags, _ = tagger(encoded)
    optimizer.zero_grad()
    tags.pow(2).mean().backward()
    optimizer.step()
