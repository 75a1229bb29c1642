"""The outputs of all parts are joined in an evaluation that an option runs with grad mode off."""

import torch
from torch import nn


class Evaluator:
    def __init__(self, model):
        self.model = model

    def classes(self, batches, recording=None):
        if recording is not None:
            torch.set_grad_enabled(recording)
        self.model.eval()
        for batch in batches:
            outputs = self.model(batch[0])
            for part in batch[1:]:
                outputs = torch.cat((outputs, self.model(part)), dim=1)
            print(outputs.argmax(1))


eval("Evaluator")(nn.Linear(3, 2)).classes(torch.randn(2, 4, 5, 3), False)
