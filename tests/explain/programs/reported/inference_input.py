"""Features computed in inference mode are trained on."""
import torch
from torch import nn

encoder, head = nn.Linear(4, 4), nn.Linear(4, 1)
x = torch.randn(8, 4)
with torch.inference_mode():
    features = encoder(x)  # <- no_grad
loss = head(features).mean()  # <- raised
loss.backward()
