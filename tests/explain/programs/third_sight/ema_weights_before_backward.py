"""The moving average is copied into the model between its forward and its backward pass."""
import torch
from vendorlib import make_model


class Averager:
    def __init__(self, model):
        self.model = model
        self.shadow = [p.detach().clone() for p in model.parameters()]

    @torch.no_grad()
    def swap(self):
        for p, s in zip(self.model.parameters(), self.shadow):
            p.copy_(s)  # <- changed


model = make_model(4, 1)
averager = Averager(model)
loss = model(torch.randn(3, 4)).mean()  # <- built
averager.swap()
loss.backward()  # <- raised
