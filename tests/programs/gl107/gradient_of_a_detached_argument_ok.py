"""A detached argument that is made to require grad is a leaf, also where nothing is known of the argument: the sums have a graph."""

import torch


def gradient(scores):
    leaf = scores.detach().requires_grad_()
    torch.stack([leaf.exp()]).sum().backward()
    return leaf.grad


def gradient_in_two_statements(scores):
    leaf = scores.detach()
    leaf.requires_grad = True
    torch.cat((leaf, leaf)).exp().sum().backward()
    return leaf.grad


def gradient_of_indicator(scores):
    indicator = scores.new_zeros(3, requires_grad=True)
    total = (scores + indicator).logsumexp(0)
    return torch.autograd.grad(total, indicator)[0]


if __name__ == "__main__":
    for function in (gradient, gradient_in_two_statements, gradient_of_indicator):
        print(function(torch.ones(3)))
