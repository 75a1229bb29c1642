"""The script, which passes the network to the helper."""

import torch
from fisher_information import squared_gradients
from gated_network import GatedNetwork

network = GatedNetwork(8)
print(sum(squared.sum().item() for squared in squared_gradients(network, torch.randn(5, 2))))
