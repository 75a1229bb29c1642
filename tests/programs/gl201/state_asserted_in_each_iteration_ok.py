"""Asserts compare the state of another object before and after its methods, in each iteration; each graph is used twice."""

import torch


class Timer:
    running = False

    def start(self):
        self.running = True

    def stop(self):
        self.running = False


def train(timer, batches):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        assert not timer.running
        timer.start()
        assert timer.running
        loss = model(batch).exp().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        loss.backward()
        optimizer.step()
        timer.stop()
        assert not timer.running


eval("train")(eval("Timer")(), torch.randn(4, 2, 3))
