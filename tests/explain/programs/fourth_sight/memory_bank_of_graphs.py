"""A contrastive memory holds the embeddings of earlier batches with their graphs."""
from collections import deque

import torch
from vendorlib import make_model

encoder = make_model(6, 4)
memory = deque(maxlen=3)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.0)


def info_nce(anchor, positive, negatives, temperature=0.2):
    anchor, positive = torch.nn.functional.normalize(anchor), torch.nn.functional.normalize(positive)
    scores = torch.cat([(anchor * positive).sum(1, keepdim=True), anchor @ negatives.t()], 1) / temperature
    return torch.nn.functional.cross_entropy(scores, torch.zeros(len(anchor), dtype=torch.long))


memory.append(torch.randn(5, 4))
for view, other in torch.randn(4, 2, 5, 6):
    a, b = encoder(view), encoder(other)  # <- built
    loss = info_nce(a, b, torch.cat(list(memory)))
    optimizer.zero_grad()
    loss.backward()  # <- raised, freed
    optimizer.step()
    memory.append(b)
