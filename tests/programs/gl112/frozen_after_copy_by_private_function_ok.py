"""The copy into the weight succeeds only with grad mode off, and then the weight is still a leaf."""

from torch import nn


def freeze(module):
    for parameter in module.parameters():
        parameter.requires_grad = False


def _modules_of_texts(graph, kind, texts, size):
    modules = nn.ModuleDict()
    for name, data in graph.nodes[kind].data.items():
        pass
    for name, field in texts.fields.items():
        modules[name] = Words(field, size)


class Words:
    def __init__(self, field, size):
        width = field.vocabulary.vectors.shape[1]
        self.embedding = nn.Embedding(len(field.vocabulary.words), width, padding_idx=field.vocabulary.index[field.pad])
        self.embedding.weight[:] = field.vocabulary.vectors
        freeze(self.embedding)
