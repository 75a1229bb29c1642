"""data is a plain attribute of an object that is not a tensor."""

import collections

import torch


class Batch:
    def __init__(self, data):
        self.data = data


words = collections.UserDict(one=1)
print(Batch(torch.zeros(2)).data.shape, words.data["one"])
