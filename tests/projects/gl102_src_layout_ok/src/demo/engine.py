from .inner.steps import walk
