"""A saved tensor is read after the backward pass."""
import torch

weight = torch.randn(3, requires_grad=True)
result = weight.exp()  # <- built
result.sum().backward()  # <- freed
print(result.grad_fn._saved_result)  # <- raised
