"""A weight of a library is changed in place."""
import torch
from vendorlib import make_weight

weight = make_weight(3)  # <- leaf
weight += 1.0  # <- raised
