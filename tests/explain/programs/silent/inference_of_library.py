"""A library predicts in inference mode; the result is trained on."""
import torch
from torch import nn
from vendorlib import make_model, predict

head = nn.Linear(2, 1)
features = predict(make_model(4, 2), torch.randn(3, 4))  # <- no_grad
loss = head(features).mean()  # <- raised
