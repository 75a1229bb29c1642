"""Scores with names: `__torch_function__` hands the scores to functions of PyTorch."""


class Named:
    def __init__(self, scores, names):
        self.scores, self.names = scores, names

    def __getitem__(self, name):
        return Named(self.scores[:, self.names.index(name)], [name])

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        plain = tuple(item.scores if isinstance(item, Named) else item for item in args)
        return func(*plain, **(kwargs or {}))
