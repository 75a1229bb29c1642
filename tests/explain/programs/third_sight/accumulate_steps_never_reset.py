"""The losses of an accumulation window are summed, and the sum is not reset after it was backpropagated."""
import torch
from vendorlib import make_model

WINDOW = 2


class Accumulator:
    def __init__(self):
        self.sum, self.count = 0.0, 0

    def add(self, loss):
        self.sum = self.sum + loss / WINDOW  # <- built
        self.count += 1
        return self.count % WINDOW == 0


model, accumulator = make_model(4, 1), Accumulator()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(6, 3, 4):
    loss = model(x).square().mean()
    if accumulator.add(loss):
        accumulator.sum.backward()  # <- raised, freed
        optimizer.step()
        optimizer.zero_grad()
