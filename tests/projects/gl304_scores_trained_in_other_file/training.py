"""The training takes its scores from a layer of its own."""
import torch
from torch import nn

from scores import scores_of

embedding = nn.Embedding(5, 3)
optimizer = torch.optim.SGD(embedding.parameters(), lr=0.1)
for _ in range(3):
    inputs = torch.randn(2, 3)
    loss = nn.functional.cross_entropy(inputs @ embedding.weight.t(), torch.tensor([1, 4]))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
