"""The helper leaves the kind of checkpoint to the default, which is reentrant."""

import torch.utils.checkpoint


def recomputed(module, values):
    return torch.utils.checkpoint.checkpoint(module, values)  # ! GL601
