"""A hook is registered on a tensor that a library detached."""
import torch
from vendorlib import extract, make_model


class Saliency:
    def __init__(self, model):
        self.model = model
        self.gradient = None

    def features(self, x):
        hidden = extract(self.model, x)  # <- detached
        hidden.register_hook(self.store)  # <- raised
        return hidden

    def store(self, gradient):
        self.gradient = gradient


Saliency(make_model(4, 2)).features(torch.randn(1, 4))
