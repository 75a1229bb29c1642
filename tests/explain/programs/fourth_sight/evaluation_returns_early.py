"""The evaluation returns early and leaves grad mode off."""
import torch
from torch import nn
from vendorlib import make_model


def accuracy(model, batches, limit=None):
    torch.set_grad_enabled(False)  # <- no_grad
    hits = count = 0
    for number, (x, y) in enumerate(batches):
        hits += (model(x).argmax(1) == y).sum().item()
        count += len(y)
        if limit is not None and number + 1 >= limit:
            return hits / count
    torch.set_grad_enabled(True)
    return hits / count


model = make_model(4, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
data = [(torch.randn(5, 4), torch.randint(0, 3, (5,))) for _ in range(4)]
for epoch in range(2):
    for x, y in data:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()  # <- raised
        optimizer.step()
    print(epoch, accuracy(model, data, limit=2))
