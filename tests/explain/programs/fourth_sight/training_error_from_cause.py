"""The loop turns errors into its own exception and names the batch."""
import torch
from torch import nn
from vendorlib import make_model


class TrainingError(Exception):
    pass


class Meter:
    def __init__(self):
        self.value, self.count = 0.0, 0

    def add(self, loss):
        self.count += 1
        self.value = self.value + (loss - self.value) / self.count  # <- built
        return self.value


model, meter = make_model(4, 3), Meter()
optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
for number, batch in enumerate(torch.randn(4, 6, 4)):
    try:
        smooth = meter.add(nn.functional.cross_entropy(model(batch), torch.zeros(6, dtype=torch.long)))
        optimizer.zero_grad()
        smooth.backward()  # <- raised, freed
        optimizer.step()
    except RuntimeError as error:
        raise TrainingError(f"batch {number}") from error
