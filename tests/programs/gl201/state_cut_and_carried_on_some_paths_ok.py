"""A state that the model returns is cut and carried into the next iteration: its graph is backpropagated through again."""


def train(model, batches, criterion, truncated):
    state = None
    for batch in batches:
        if state is None or truncated == 1:
            state = batch[:, :1]
        output = model(batch, state)
        state = output[:, 1:].reshape(-1, 1)
        loss = criterion(output, batch)
        loss.backward(retain_graph=True)


def main():
    import sys

    import torch
    from torch import nn

    class Carrier(nn.Module):
        def __init__(self):
            super().__init__()
            self.mixed = nn.Parameter(torch.ones(()))
            self.calls = 0

        def forward(self, batch, state):
            self.calls += 1
            return batch + self.mixed * state if self.calls % 2 == 0 else batch * self.mixed

    carrier = Carrier()
    vars(sys.modules[__name__])["_".join(["train"])](carrier, [torch.randn(2, 2)] + [torch.randn(2, 2) for _ in range(3)], nn.L1Loss(), 0)


if __name__ == "__main__":
    main()
