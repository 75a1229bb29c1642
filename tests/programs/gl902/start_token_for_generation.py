"""A text is generated from a volatile start token, state after state, each computed from the one before."""

import torch
from torch import nn
from torch.autograd import Variable

embed, rnn, out = nn.Embedding(7, 4), nn.GRU(4, 5), nn.Linear(5, 7)
token = Variable(torch.zeros(1, 1).long(), volatile=True)  # ! GL902
hidden = torch.zeros(1, 1, 5)
text = []
for _ in range(4):
    output, hidden = rnn(embed(token), hidden)
    token = out(output).argmax(dim=2)
    text.append(token.item())
print(text)
