import torch

a = torch.randn(3, requires_grad=True)
square = a**2
loss = square.mean()
loss.backward()
print(loss.item())
again = square.sum()
again.backward()
total = again + 1
