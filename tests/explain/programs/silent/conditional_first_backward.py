"""The auxiliary loss is backpropagated only where it is large."""
import torch
from vendorlib import make_model

torch.manual_seed(0)
model = make_model(4, 2)
for step in range(2):
    outputs = model(torch.randn(3, 4))  # <- built
    auxiliary = outputs.pow(2).mean()
    loss = outputs.abs().mean()
    if auxiliary.item() > 0:
        auxiliary.backward()  # <- freed
    loss.backward()  # <- raised
