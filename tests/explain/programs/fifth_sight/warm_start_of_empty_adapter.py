"""The trainable parameters are chosen by a pattern that no name of the model matches."""
import re

import torch
from vendorlib import make_model


class Recipe:
    trainable = r"\.(q|v)_proj\."

    def select(self, model):
        return [p for name, p in model.named_parameters() if re.search(self.trainable, name)]  # <- leaf

    def optimizer(self, model):
        return torch.optim.AdamW(self.select(model), lr=2e-4)  # <- raised


recipe = Recipe()
optimizer = recipe.optimizer(make_model(4, 2))
