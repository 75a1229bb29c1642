"""The function has an optional argument that `apply` does not receive."""

import torch
from torch import nn
from torch.autograd import Function


class Binarize(Function):
    @staticmethod
    def forward(ctx, inp, threshold=0.0):
        ctx.save_for_backward(inp)
        return (inp > threshold).to(inp.dtype)

    @staticmethod
    def backward(ctx, g):
        (inp,) = ctx.saved_tensors
        g_in = g.clone()
        g_in[inp.abs() > 1] = 0
        return g_in, None


class BinaryLayer(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.lin = nn.Linear(n_in, n_out)

    def forward(self, x):
        return Binarize.apply(self.lin(x))


class AutoEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = BinaryLayer(12, 6)
        self.dec = nn.Linear(6, 12)

    def forward(self, x):
        return self.dec(self.enc(x))


def train_one(model, loader, opt):
    for (x,) in loader:
        out = model(x)
        loss = ((out - x) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()


if __name__ == "__main__":
    from torch.utils.data import DataLoader, TensorDataset

    data = DataLoader(TensorDataset(torch.randn(16, 12)), batch_size=4)
    ae = AutoEncoder()
    train_one(ae, data, torch.optim.Adam(ae.parameters()))
