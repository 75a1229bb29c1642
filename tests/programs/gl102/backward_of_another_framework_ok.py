"""A `backward` with a keyword that tensors do not have is the method of another class, here of a net of another framework."""

import torch


def forward_and_backward_of_all(net, batches, blobs=None, diffs=None, **given):
    found = {name: [] for name in net.outputs}
    for batch in batches:
        outputs = net.forward(blobs=blobs, **batch)
        gradients = net.backward(diffs=diffs, **given)
        for name, output in outputs.items():
            found[name].append(torch.as_tensor(output).clone())
        for name, gradient in gradients.items():
            found[name].append(torch.as_tensor(gradient).clone())
    return found
