"""relu runs in place on the result of exp."""
import torch
import torch.nn.functional as F
from vendorlib import make_weight

w = make_weight(3, 4)
scores = torch.exp(w)  # <- built
active = F.relu(scores, inplace=True)  # <- changed
loss = active.sum() + (w * 2).sum()
loss.backward()  # <- raised
