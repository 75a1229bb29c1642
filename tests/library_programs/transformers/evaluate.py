"""transformers: evaluate does not disable grad mode around the method that overrides it."""

import torch
from transformers import Trainer


class Evaluating(Trainer):
    def evaluate(self, dataset=None, ignore_keys=None, metric_key_prefix="eval"):
        self.model.eval()
        for x in dataset:
            print(self.model(x))  # ! GL301


class EvaluatingWithoutGrad(Trainer):
    @torch.no_grad()
    def evaluate(self, dataset=None, ignore_keys=None, metric_key_prefix="eval"):
        self.model.eval()
        for x in dataset:
            print(self.model(x))
