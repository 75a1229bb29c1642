"""A wrapped tensor of unknown origin may be on the device that it is moved to, and then it stays the leaf."""

import sys
import types

import torch
from torch.autograd import Variable

library = types.ModuleType("scene_library")
exec("import torch\ndef latent():\n    return torch.zeros(3)\n", library.__dict__)
sys.modules["scene_library"] = library
import scene_library

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
code = scene_library.latent()
code = Variable(code, requires_grad=True).to(device)
(code * 2).sum().backward()
print(code.grad.norm())
