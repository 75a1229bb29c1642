"""The loop over epochs that all trainers share."""


class ScheduledBaseTrainer:
    """Runs epochs; a subclass trains one of them."""

    optimizer = None
    scheduler = None

    def run(self, epochs):
        """Train for some epochs."""
        for epoch in range(epochs):
            self.train_epoch(epoch)
            self.scheduler.step()

    def train_epoch(self, epoch):
        """Train one epoch."""
        raise NotImplementedError
