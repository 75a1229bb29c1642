from torch import nn


class Captioner(nn.Module):
    def describe(self, start):
        return self._sample(start)
