"""A loop that steps after several batches."""


class AccumulatingBaseTrainer:
    """Runs batches; a subclass computes the loss."""

    def run(self, loader, epochs):
        """Train for some epochs."""
        for _ in range(epochs):
            for index, batch in enumerate(loader, start=1):
                self.backpropagate(batch)
                if index % self.accumulate == 0:
                    self.optimizer.step()
                    self.optimizer.zero_grad()

    def backpropagate(self, batch):
        """Compute the gradients of one batch."""
        self.loss(batch).backward()
