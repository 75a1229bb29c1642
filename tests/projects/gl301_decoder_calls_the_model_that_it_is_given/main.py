"""A language model is trained, and decodes greedily after each epoch."""
import torch
from decoding import Greedy
from torch import nn

network = nn.Sequential(nn.Embedding(9, 4), nn.Linear(4, 9))
optimizer = torch.optim.Adam(network.parameters())
greedy = Greedy(6)
for _ in range(3):
    network.train()
    for tokens in torch.randint(9, (3, 2, 5)):
        loss = nn.functional.cross_entropy(network(tokens[:, :-1]).transpose(1, 2), tokens[:, 1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    network.eval()
    print(greedy.extend(network, torch.zeros(1, 1, dtype=torch.long)).tolist())
