"""A method that is decorated for evaluation is used in training."""
import torch
from vendorlib import make_model


class Task:
    def __init__(self):
        self.net = make_model(4, 1)

    @torch.inference_mode()
    def score(self, x):
        return self.net(x).mean()  # <- no_grad

    def fit(self, x):
        loss = self.score(x) * 2.0
        loss.backward()  # <- raised


Task().fit(torch.randn(5, 4))
