# A template string evaluates its fields at once: the first backward retains the graph for this one.
import torch

w = torch.ones(3, requires_grad=True)
loss = (w * w).sum()
loss.backward(retain_graph=True)
message = t"loss {loss.item():.3f}, gradients {loss.backward()}"
print(message.strings)
