"""Models of Python, PyTorch and other libraries."""
