# The first backward retains the graph for the second, in a replacement field over several lines.
import torch

w = torch.ones(3, requires_grad=True)
loss = (w * w).sum()
loss.backward(retain_graph=True)
print(f"{"\n".join([  # one per line
    f"loss {loss.item()}",
    f"gradients {loss.backward()}",
])}")
