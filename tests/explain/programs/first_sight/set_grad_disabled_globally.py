"""The evaluation switches grad mode off for good."""
import torch
from vendorlib import make_model

model = make_model(4, 1)


def evaluate(x):
    torch.set_grad_enabled(False)  # <- no_grad
    model.eval()
    return model(x).mean().item()


def train(x):
    model.train()
    loss = model(x).pow(2).mean()
    loss.backward()  # <- raised


evaluate(torch.randn(3, 4))
train(torch.randn(3, 4))
