# The except clause is for other errors: the second backward still raises.
import torch

w = torch.ones(3, requires_grad=True)
loss = (w * w).sum()
try:
    loss.backward()
    loss.backward()  # ! GL101
except* KeyError:
    print("a key is missing")
