"""The table of operations: kernels on arrays and formulas for their gradients, one line an operation."""
