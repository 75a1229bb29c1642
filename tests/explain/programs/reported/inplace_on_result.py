"""The sigmoid saves its result, and the next statement changes it."""
import torch

weight = torch.randn(3, requires_grad=True)
gate = torch.sigmoid(weight)  # <- built
gate += 1  # <- changed
gate.sum().backward()  # <- raised
