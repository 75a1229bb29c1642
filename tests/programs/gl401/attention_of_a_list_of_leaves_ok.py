"""The output of an unresolved function that receives a list of leaves is backpropagated with a given gradient."""

import torch


def check(attend, shape):
    query, key, value, seed = (torch.randn(shape).requires_grad_() for _ in range(4))
    out, weights = attend([query, key, value])
    out.backward(seed)
    print(query.grad.norm(), key.grad.norm(), value.grad.norm(), weights.shape)


def attention(inputs):
    query, key, value = inputs
    weights = (query @ key.transpose(1, 2)).softmax(2)
    return weights @ value, weights


eval("check")(eval("attention"), (2, 4, 8))
