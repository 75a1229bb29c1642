"""Applies one loss after another."""


class Update:
    def __init__(self):
        self.count = 0

    def __call__(self, optimizer, loss):
        optimizer.zero_grad()
        loss.backward()  # ! GL101
        optimizer.step()
        self.count += 1
