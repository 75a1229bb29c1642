"""An engine object runs the backward pass; the features come from before the loop."""
import torch
from torch import nn
from vendorlib import make_model
from vendorlib.auto import Engine

engine = Engine()
backbone, head = make_model(4, 6), nn.Linear(6, 2)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
embedding = backbone(torch.randn(8, 4))  # <- built
for epoch in range(2):
    logits = head(embedding)
    loss = nn.functional.cross_entropy(logits, torch.randint(0, 2, (8,)))
    optimizer.zero_grad()
    engine.backward(loss)  # <- raised, freed
    optimizer.step()
