# The second line of a replacement field calls backward on a graph that was freed; comments and backslashes are allowed there.
import torch

w = torch.ones(3, requires_grad=True)
loss = (w * w).sum()
loss.backward()
print(f"{"\n".join([  # one per line
    f"loss {loss.item()}",
    f"gradients {loss.backward()}",  # ! GL101
])}")
