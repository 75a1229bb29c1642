from torch import nn


class Captioner(nn.Module):
    def describe(self, start, mode):
        return getattr(self, "_" + mode)(start)
