"""The cache may be empty, and PyTorch concatenates no empty list: where backward runs on the result, it has a graph."""

import torch


class Features:
    def __init__(self, model):
        self.model = model
        self.cache, self.answers = [], []

    def answer(self, inputs):
        graph = self.model(inputs)
        answer = graph.detach().requires_grad_()
        self.cache.append(graph)
        self.answers.append(answer)
        return answer

    def reinforce(self):
        graphs, gradients = self.collected()
        graphs.backward(gradients)

    def collected(self):
        graphs, gradients = [], []
        for graph, answer in zip(self.cache, self.answers):
            if answer.grad is not None:
                graphs.append(graph)
                gradients.append(answer.grad)
        self.cache, self.answers = [], []
        return torch.cat(graphs), torch.cat(gradients)


features = Features(torch.nn.Linear(2, 3))
getattr(features, "answer")(torch.randn(4, 2)).pow(2).sum().backward()
getattr(features, "reinforce")()
