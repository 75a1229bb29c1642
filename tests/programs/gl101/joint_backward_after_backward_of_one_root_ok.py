"""Both roots are backpropagated together, once."""

import torch as th

encoder = th.nn.Linear(4, 4)
signal = th.randn(2, 4)
code = th.sigmoid(encoder(signal))
sparsity, energy = code.sum(), code.square().sum()
th.autograd.backward([sparsity, energy])
print(encoder.bias.grad)
