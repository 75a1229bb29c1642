"""skorch: a net's own steps run in the grad mode that they set."""

import torch
from skorch import NeuralNet


class Keeping(NeuralNet):
    def validation_step(self, batch, **fit_params):
        inputs, targets = batch
        self.module_.eval()
        outputs = self.module_(inputs)  # ! GL301
        return {"loss": self.get_loss(outputs, targets).item(), "y_pred": outputs.detach()}


class Checking(NeuralNet):
    def validation_step(self, batch, **fit_params):
        inputs, targets = batch
        self.module_.eval()
        with torch.no_grad():
            outputs = self.module_(inputs)
        return {"loss": self.get_loss(outputs, targets), "y_pred": outputs}
