"""The intermediate representation, and the lowering of Python source to it."""
