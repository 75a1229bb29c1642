"""The gradient of a tensor that was converted is read."""
import torch

noise = torch.zeros(3, requires_grad=True).double()  # <- built
loss = (noise - 1).pow(2).sum()
loss.backward()
direction = noise.grad.sign()  # <- raised
