"""The loop over batches that all trainers share."""

import torch


class ScalingBaseTrainer:
    """Trains in mixed precision; a subclass computes the loss."""

    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters())
        self.scaler = torch.amp.GradScaler("cpu", init_scale=512.0)

    def run(self, batches):
        """Train for some batches."""
        for batch in batches:
            self.optimizer.zero_grad()
            self.scaler.scale(self.loss(batch)).backward()
            self.update()
            self.scaler.update()

    def update(self):
        """Step."""
        self.scaler.step(self.optimizer)

    def loss(self, batch):
        """Return the loss of a batch."""
        raise NotImplementedError
