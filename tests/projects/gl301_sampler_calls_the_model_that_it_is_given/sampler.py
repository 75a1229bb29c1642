"""The sampler of another file calls the model in a loop, with its graph."""
import torch


class Sampler:
    def __init__(self, steps=10):
        self.steps = steps

    def sample(self, model, shape):
        x = torch.randn(shape)
        for _ in reversed(range(self.steps)):
            noise = model(x)  # ! GL301
            x = x - 0.1 * noise
        return x
