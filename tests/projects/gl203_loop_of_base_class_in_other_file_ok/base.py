"""The loop of a base class."""


class Loop:
    def __init__(self, network, optimizer):
        self.network = network
        self.optimizer = optimizer
        self.start()

    def start(self):
        """Prepare what the hooks need."""

    def run(self, batches):
        for batch in batches:
            loss = self.objective(batch)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.on_batch_end(loss)
