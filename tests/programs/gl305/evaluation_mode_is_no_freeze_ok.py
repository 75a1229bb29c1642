"""The encoder runs under no_grad."""

import torch
from torch import nn

encoder = nn.Sequential(nn.Embedding(12, 6), nn.Dropout(0.1), nn.Linear(6, 6), nn.GELU())
encoder.eval()
tagger = nn.LSTM(6, 4, batch_first=True)
optimizer = torch.optim.SGD(tagger.parameters(), lr=0.1)
for text in torch.randint(0, 12, (3, 2, 5)):
    with torch.no_grad():
        encoded = encoder(text)
    tags, _ = tagger(encoded)
    optimizer.zero_grad()
    tags.pow(2).mean().backward()
    optimizer.step()
