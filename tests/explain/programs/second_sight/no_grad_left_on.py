"""The context manager is entered by hand and never left."""
import torch
from vendorlib import make_model

model = make_model(4, 1)
guard = torch.no_grad()
guard.__enter__()  # <- no_grad
baseline = model(torch.randn(3, 4)).mean()
loss = model(torch.randn(3, 4)).pow(2).mean()
loss.backward()  # <- raised
