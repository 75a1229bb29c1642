"""From a traceback of PyTorch to its cause in the source."""
