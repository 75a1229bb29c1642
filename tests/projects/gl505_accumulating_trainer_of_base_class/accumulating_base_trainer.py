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

    def backpropagate(self, batch):
        """Compute the gradients of one batch."""
        self.optimizer.zero_grad()  # ! GL505
        self.loss(batch).backward()
