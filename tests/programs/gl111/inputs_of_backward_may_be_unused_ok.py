"""backward() ignores an input that is not in the graph."""

import torch

used = torch.randn(3, requires_grad=True)
unused = torch.randn(3, requires_grad=True)
(used**2).sum().backward(inputs=[used, unused])
print(used.grad, unused.grad)
