"""A tensor with dimensions is converted to a column; a list of tensors becomes a column of objects."""

import sys

import pandas as pd
import torch

weight = torch.ones(3, requires_grad=True)
loss = (weight * 2).sum()
loss.backward()


def main(choice):
    if choice == "series":
        print(pd.Series(weight))  # ! GL112
    elif choice == "frame":
        print(pd.DataFrame({"weight": weight}))  # ! GL112
    elif choice == "objects":
        print(pd.Series([loss]), pd.DataFrame({"loss": [loss]}))
    else:
        print(pd.DataFrame({"weight": weight.detach()}))


main(sys.argv[1])
