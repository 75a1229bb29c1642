"""The import for Python 2 raises on Python 3; the code after the branch runs with the other import, in a function without a graph."""

import sys
import threading
import time

import torch
from torch import nn


class Prefetched(threading.Thread):
    def __init__(self, source, size=2):
        super().__init__(daemon=True)
        if sys.version_info.major == 2:
            from Queue import Queue
        else:
            from queue import Queue
        self.queue = Queue(size)
        self.source = source
        self.start()

    def run(self):
        for item in self.source:
            self.queue.put(item)

    def next(self):
        return self.queue.get()


def batches():
    while True:
        yield torch.randn(2, 3)


model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
source = Prefetched(batches())
while not source.queue.full():
    time.sleep(0.01)
for _ in range(3):
    loss = model(source.next()).pow(2).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # ! GL201
    optimizer.step()
