"""The embedding is normalized in place after its norm was computed."""
import torch
from vendorlib import make_model

net = make_model(4, 3)
z = net(torch.randn(5, 4))
length = z.norm(dim=1, keepdim=True)
z /= length  # <- changed
loss = z.sum()
loss.backward()  # <- raised
