"""The text is generated under no_grad, from an ordinary token."""

import torch
from torch import nn
from torch.autograd import Variable

embed, rnn, out = nn.Embedding(7, 4), nn.GRU(4, 5), nn.Linear(5, 7)
token = torch.zeros(1, 1).long()
hidden = torch.zeros(1, 1, 5)
text = []
with torch.no_grad():
    for _ in range(4):
        output, hidden = rnn(embed(token), hidden)
        token = out(output).argmax(dim=2)
        text.append(token.item())
print(text)
