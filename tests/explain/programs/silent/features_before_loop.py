"""The features of a library's encoder are computed once, the head is trained in a loop."""
import torch
from torch import nn
from vendorlib import make_model

encoder = make_model(4, 8)
head = nn.Linear(8, 1)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
images = torch.randn(6, 4)
features = encoder(images)  # <- built
for epoch in range(3):
    loss = head(features).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  # <- raised, freed
    optimizer.step()
