"""The features go through numpy."""
import numpy as np
import torch
from vendorlib import make_model

encoder = make_model(4, 3)
features = encoder(torch.randn(6, 4)).detach().numpy()  # <- detached
centered = features - np.mean(features, axis=0)
loss = torch.from_numpy(centered).pow(2).sum()
loss.backward()  # <- raised
