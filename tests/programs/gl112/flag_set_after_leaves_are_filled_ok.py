"""Frozen parameters are filled, and then their flag is set by a setting: an in-place change that does not raise leaves a leaf."""

import torch
from torch import nn

torch.manual_seed(0)


class Layer(nn.Module):
    def __init__(self, bn, trained):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 1)
        self.bn = nn.BatchNorm2d(3) if bn else lambda x: x
        self.requires_grad_(trained)


class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        bn, trained = config.get("bn"), config.get("trained")
        self.features = nn.Sequential(Layer(bn, trained), Layer(bn, trained))
        self.init(config)

    def init(self, config):
        gamma = config.get("gamma")
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                m.weight = nn.init.kaiming_normal_(m.weight)
            elif isinstance(m, nn.BatchNorm2d):
                m.weight.fill_(1)
                m.bias.zero_()
                m.weight.requires_grad = gamma


net = eval("Net")({"bn": True, "trained": False, "gamma": True})
print(sum(parameter.requires_grad for parameter in net.parameters()))
