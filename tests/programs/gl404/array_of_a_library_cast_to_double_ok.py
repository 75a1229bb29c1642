"""A tensor over an array has the array's type, which may be the one that it is cast to."""

import sys
import types

import torch

library = types.ModuleType("scan_library")
exec("import torch\ndef points():\n    return torch.zeros(3, dtype=torch.float64)\n", library.__dict__)
sys.modules["scan_library"] = library
from scan_library import points

moving = torch.as_tensor(points()).requires_grad_().double()
(moving * 2).sum().backward()
print(moving.grad)
