# The replacement field calls backward a second time on a graph that was freed.
import torch

w = torch.ones(3, requires_grad=True)
losses = {"total": (w * w).sum()}
losses["total"].backward()
print(f"loss {losses["total"].item():.3f}, gradients {losses["total"].backward()}")  # ! GL101
