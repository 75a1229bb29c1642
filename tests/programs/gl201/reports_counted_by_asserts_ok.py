"""Asserts compare what another object counts before and after it gets the loss, and the graph is used twice."""

import torch


class Recorder:
    def __init__(self):
        self.counts = {"seen": 0, "kept": 0}

    def record(self, value):
        self.counts["seen"] += 1


def check(recorder):
    model = torch.nn.Linear(3, 1)
    assert not hasattr(recorder, "latest")
    assert recorder.counts["seen"] == 0 and recorder.counts["kept"] == 0
    loss = model(torch.randn(2, 3)).exp().mean()
    recorder.record(loss.item())
    assert recorder.counts["seen"] == 1 and recorder.counts["kept"] == 0
    recorder.record(loss.item())
    assert recorder.counts["seen"] == 2
    loss.backward(retain_graph=True)
    loss.backward()
    print(model.weight.grad)


eval("check")(eval("Recorder")())
