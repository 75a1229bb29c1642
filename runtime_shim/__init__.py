"""The runtime shim: this folder, put on sys.path, holds a package `torch` on NumPy alone."""
