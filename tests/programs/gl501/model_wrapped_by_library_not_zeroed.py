"""A library's function returns the model in a wrapper, but the program zeroes its gradients nowhere."""

import sys
import types

import torch

parallel = types.ModuleType("megaparallel")
exec("def parallelize_module(module, parallelize_plan):\n    return module", parallel.__dict__)
sys.modules["megaparallel"] = parallel
from megaparallel import parallelize_module

tp_model = torch.nn.Linear(10, 10)
tp_model = parallelize_module(module=tp_model, parallelize_plan={})
optimizer = torch.optim.AdamW(tp_model.parameters(), lr=0.25)
for i in range(10):
    output = tp_model(torch.rand(20, 10))
    output.sum().backward()  # ! GL501
    optimizer.step()
