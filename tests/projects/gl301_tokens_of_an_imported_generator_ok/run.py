"""A script that only calls another file."""

import torch
from language import Language, generate

print(generate(Language(), torch.zeros(1, 1, dtype=torch.long), 5))
