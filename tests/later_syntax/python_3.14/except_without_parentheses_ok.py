# The second backward raises, and the except clause expects it.
import torch

w = torch.ones(3, requires_grad=True)
loss = (w * w).sum()
try:
    loss.backward()
    loss.backward()
except RuntimeError, ValueError:
    print("the graph was freed")
