"""The loop over batches that all trainers share."""


class BatchTrainer:
    """Trains on batches; a subclass computes the loss."""

    model = None
    optimizer = None

    def run(self, batches):
        """Train for some batches."""
        for batch in batches:
            self.optimizer.zero_grad()
            self.loss(batch).backward()
            self.after_batch()

    def after_batch(self):
        """Do nothing."""

    def loss(self, batch):
        """Return the loss of a batch."""
        raise NotImplementedError
