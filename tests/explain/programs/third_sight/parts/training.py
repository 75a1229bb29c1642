"""A trainer with callbacks, for the programs that import it."""


class Trainer:
    def __init__(self, model, optimizer, callbacks=()):
        self.model, self.optimizer, self.callbacks = model, optimizer, callbacks

    def fit(self, batches, loss_function):
        for batch in batches:
            output = self.model(batch)  # <- built
            for callback in self.callbacks:
                output = callback(output)
            loss = loss_function(output)
            self.optimizer.zero_grad()
            loss.backward()  # <- raised
            self.optimizer.step()
