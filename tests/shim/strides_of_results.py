"""Print the strides of results by operations on contiguous, transposed and broadcast operands.

Whether `view` accepts a tensor depends on its strides.
"""

import itertools

import torch
from torch.nn import functional

RAW = torch.rand(3, 4, 3, generator=torch.Generator().manual_seed(0))
LAYOUTS = {
    "contiguous": RAW[:, 0].contiguous(),
    "transposed": RAW[:, 0].contiguous().t(),
    "broadcast rows": RAW[:1, 0].expand(3, 3),
    "broadcast columns": RAW[:1, 0].expand(3, 3).t(),
}
ONE = {
    "tanh": torch.tanh,
    "scaled": lambda value: value * 0.5,
    "clamp": lambda value: value.clamp(-1.0, 1.0),
    "clone": torch.clone,
    "flip": lambda value: value.flip(0),
    "softmax": lambda value: value.softmax(dim=1),
    "log_softmax": lambda value: value.log_softmax(dim=0),
    "cumsum": lambda value: value.cumsum(dim=0),
    "layer_norm": lambda value: functional.layer_norm(value, (3,)),
    "linear": lambda value: functional.linear(value, RAW[:, 0]),
    "indexed": lambda value: value[[2, 0, 1]],
    "zeros_like": torch.zeros_like,
}
TWO = {
    "add": torch.add,
    "matmul": torch.matmul,
    "atan2": torch.atan2,
    "lerp": lambda one, two: torch.lerp(one, two, 0.3),
    "where": lambda one, two: torch.where(one > 0, two, -1.0),
    "cat": lambda one, two: torch.cat([one[:1], two[1:]]),
    "stack": lambda one, two: torch.stack([one, two]),
    "batch of matrices": lambda one, two: RAW.transpose(1, 2) * one[:, :, None] + two[None, :, :1],
}

for operation, compute in ONE.items():
    for name, value in LAYOUTS.items():
        print(f"{operation}, {name}: {compute(value).stride()}")
for operation, combine in TWO.items():
    for one, two in itertools.product(LAYOUTS, repeat=2):
        print(f"{operation}, {one} and {two}: {combine(LAYOUTS[one], LAYOUTS[two]).stride()}")
