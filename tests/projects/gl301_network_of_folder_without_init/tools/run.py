"""Scripts import the modules of a folder without `__init__.py` by the name of the folder, and these import each other so, too."""

import torch
from metrics.score import score

print(score([torch.randn(4, 3) for _ in range(3)]))
