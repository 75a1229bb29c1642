# A template string evaluates its fields at once: this one calls backward on a graph that was freed.
import torch

w = torch.ones(3, requires_grad=True)
loss = (w * w).sum()
loss.backward()
message = t"loss {loss.item():.3f}, gradients {loss.backward()}"  # ! GL101
print(message.strings)
