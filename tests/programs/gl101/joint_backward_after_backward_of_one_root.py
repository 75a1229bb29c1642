"""One root was backpropagated alone before both were given to autograd.backward: their shared half is gone."""

import torch as th

encoder = th.nn.Linear(4, 4)
signal = th.randn(2, 4)
code = th.sigmoid(encoder(signal))
sparsity, energy = code.sum(), code.square().sum()
sparsity.backward()
th.autograd.backward([sparsity, energy])  # ! GL101
print(encoder.bias.grad)
