# The first backward retains the graph for the second, which the replacement field calls.
import torch

w = torch.ones(3, requires_grad=True)
losses = {"total": (w * w).sum()}
losses["total"].backward(retain_graph=True)
print(f"loss {losses["total"].item():.3f}, gradients {losses["total"].backward()}")
