"""A number that nobody knows picks a row as one that is known does: what is summed are single elements."""
import torch
from torch import nn

layer = nn.Linear(4, 6)
optimizer = torch.optim.Adam(layer.parameters())
tokens = torch.zeros(8, 5).type(torch.LongTensor)
count, length = tokens.size()
for _ in range(3):
    scores = layer(torch.randn(8, 4)).log_softmax(dim=1)
    loss = 0
    for row in range(count):
        loss += -scores[row][0]
    optimizer.zero_grad()
    (loss / length).backward()
    optimizer.step()
